import type { Planned } from "./fleet.js";
import { kept } from "./window.js";

/** How many jobs of a matrix a CI service runs. */
export const mostJobs = { github: 256, gitlab: 200 } as const;

export type Service = keyof typeof mostJobs;

export const isService = (text: string | undefined): text is Service => text !== undefined && text in mostJobs;

export interface Jobs {
  readonly count: number;
  /** Requests that each job may send in any 15 minutes. */
  readonly requests: number;
  /** Why there are fewer than wanted; undefined if there are as many. */
  readonly because?: string;
}

/** The fleet cannot be divided into jobs. */
export class JobsError extends Error {}

/**
 * Divides stacks and rate window between jobs: at most as many as are wanted, and so few that the share of each has room for the stack that may need
 * the most.
 *
 * @param window size of the rate window
 * @throws JobsError
 */
export function jobsFor(stacks: readonly Planned[], wanted: number, window: number): Jobs {
  const room = window - kept;
  const [largest] = [...stacks].sort((a, b) => b.requests - a.requests);
  if (largest !== undefined && largest.requests > room)
    throw new JobsError(`${largest.name} may need ${largest.requests} requests, and the window has room for ${room}.`);
  const shares = Math.floor(room / Math.max(1, largest?.requests ?? 1));
  const count = Math.max(1, Math.min(wanted, stacks.length, shares));
  const jobs = { count, requests: Math.floor(room / count) };
  if (count === wanted) return jobs;
  if (stacks.length <= shares) return { ...jobs, because: `there are no more stacks` };
  return {
    ...jobs,
    because: `${largest!.name} may need ${largest!.requests} requests, and the share of each job must have room for them`,
  };
}

const partsOf = ({ count }: Jobs): string[] => Array.from({ length: count }, (_, index) => `${index + 1}/${count}`);

/** What each service reads: the matrix of a job of GitHub Actions, and a child pipeline of GitLab, of which JSON is a form of its YAML. */
const forms: Readonly<Record<Service, (jobs: Jobs) => unknown>> = {
  github: (jobs) => ({ include: partsOf(jobs).map((part, index) => ({ job: index + 1, part, requests: jobs.requests })) }),
  gitlab: (jobs) => ({
    include: [{ local: "ci/fleet-job.yml" }],
    fleet: { extends: ".fleet", parallel: { matrix: [{ PART: partsOf(jobs), REQUESTS: [String(jobs.requests)] }] } },
  }),
};

/** The jobs in the form that the service reads, on one line. */
export const matrixOf = (service: Service, jobs: Jobs): string => JSON.stringify(forms[service](jobs));
