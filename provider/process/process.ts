import type { dynamic } from "@pulumi/pulumi";
import { checkFollows, checkPlan, checkStays, noteComparison, sharedChange } from "../lifecycle/plan.js";
import { checkArguments, checkKind, fixedUnknown } from "../lifecycle/check.js";
import { Entry } from "../lifecycle/entry.js";
import { type Definition, type Replaced, decisiveArguments } from "../definition/definition.js";
import { nameOfDeclared, nameOfObject } from "../definition/object-name.js";
import { messageOf, printable, ProviderError, Refusal, UnfinishedError, UnreadError } from "../values/errors.js";
import { digestKeyVariable, notReviewed, type PresentCall, reviewedIn } from "../values/reviewed.js";
import { explainedBy } from "../../sdk/values/explained.js";
import { containsUnknown } from "../values/unknown-values.js";
import { compare, type Difference } from "../lifecycle/comparison.js";
import { create } from "../lifecycle/creation/create.js";
import { DeclaredObject } from "../lifecycle/creation/declared-object.js";
import { remove } from "../lifecycle/delete.js";
import { checkAddress } from "../lifecycle/absence.js";
import { noteDeclaredName, declaredTwice } from "../lifecycle/registered-names.js";
import { type Properties, unlessUndefined, withoutAbsent } from "../values/properties.js";
import { isStandIn } from "../values/remarks.js";
import { aboutOthers, readMistakes, usedElsewhere } from "../values/mistakes.js";

import {
  adoptedIdKey,
  isRetained,
  mistakesKey,
  nameOf,
  organizationOf,
  providerKey,
  readerOf,
  unknownKey,
} from "../values/reserved-properties.js";
import { markSecrets, secretValues } from "../definition/secrets.js";
import { readSources } from "../ownership/run-record.js";
import { newProblems } from "../lifecycle/preview-checks.js";
import { read } from "../lifecycle/read.js";
import { isImport, recordedInputs } from "../lifecycle/state.js";
import { update } from "../lifecycle/update.js";
import { secretOf } from "../pulumi/protocol.js";
import type { Context } from "../runtime/context.js";
import { ProcessSession, type ProcessSurroundings, type Voice } from "./session.js";
import { isLasting } from "../runtime/preview-lookups.js";
import { comparingVariable, enteringVariable, SettingsError } from "../runtime/settings.js";
import type { Ownership } from "../ownership/ownership.js";

/** A provider process, as Pulumi's engine calls it. */
interface ProviderProcess {
  handlerOf(definition: Definition): dynamic.ResourceProvider;
  /** To be called when Pulumi ends the process after its last step. */
  endNormally(): void;
}

interface Guarded<T> {
  readonly others?: () => readonly string[];
  readonly isForeseen?: boolean;
  readonly unchanged?: (error: unknown) => T | undefined;
}

export function createProviderProcess(surroundings: ProcessSurroundings): ProviderProcess {
  const session = new ProcessSession(surroundings);
  return {
    handlerOf: (definition) => withoutNulls(dynamicProvider(session, definition)),
    endNormally: () => session.endNormally(),
  };
}

/** The provider, to which no call passes a property that is `null`, from a program or from a state. */
function withoutNulls({ configure, ...calls }: dynamic.ResourceProvider): dynamic.ResourceProvider {
  const withCalls = Object.entries(calls as Record<string, (...values: unknown[]) => unknown>).map(
    ([name, call]) => [name, (...values: unknown[]) => call(...values.map((value) => withoutAbsent(value)))] as const,
  );
  return { configure, ...Object.fromEntries(withCalls) } as dynamic.ResourceProvider;
}

const sentAgainText = "an earlier update was interrupted, so the declared values are sent again.";

/**
 * A dynamic provider for a definition: the calls of Pulumi's engine, on top of the lifecycle. What needs the API opens the context itself, so that
 * nothing is set up before it is needed.
 */
function dynamicProvider(session: ProcessSession, definition: Definition): dynamic.ResourceProvider {
  const call = async <T>(voice: Voice, work: (context: Context) => Promise<T>): Promise<T> => {
    const context = voice.context();
    return context.calls.during(() => work(context));
  };
  const withEntry = <T>(
    voice: Voice,
    of: ConstructorParameters<typeof Entry>[2],
    work: (entry: Entry) => Promise<T>,
  ): Promise<T> => call(voice, (context) => work(new Entry(definition, context, of)));

  /** Marks secrets. The engine itself marks only what the program has marked, not values that the program has not declared. */
  const marked = (properties: Properties): Properties => markSecrets(definition, properties, secretOf);

  /** Mistakes of other resources by the name of the one that may end the run before the engine reaches them. */
  const othersMistakes = new Map<string, readonly string[]>();

  /**
   * @param others what an error says of other resources, each a sentence or more
   * @param isForeseen whether a preview makes the same call
   * @param unchanged what a command that only compares goes on with, if it can
   */
  const guard = async <T>(
    properties: readonly Properties[],
    call: (voice: Voice) => T | Promise<T>,
    { others = () => [], isForeseen = false, unchanged }: Guarded<T> = {},
  ): Promise<T> => {
    for (const secret of properties.flatMap((each) => secretValues(definition, each))) session.secrets.add(secret);
    const [resource] = properties.toReversed().flatMap((each) => readerOf(each) ?? (nameOf(each) || []));
    try {
      const about = resource === undefined ? undefined : { className: definition.className, name: resource };
      return await call(about === undefined ? session : session.voiceOf(about, isForeseen));
    } catch (error) {
      const { kind } = definition;
      const about = { kind, ...(resource !== undefined && { resource }) };
      const advice = session.loginAdvice(error);
      if (error instanceof UnreadError) session.handOver({ code: "unread", ...about, id: error.id, text: error.reason + advice });
      const instead =
        session.isComparing && !isLasting(error) && !(error instanceof SettingsError) ? unchanged?.(error) : undefined;
      if (instead === undefined) throw shown(session, error, others());
      if (!(error instanceof UnreadError)) session.handOver({ code: "refused", ...about, text: messageOf(error) + advice });
      return instead;
    } finally {
      await session.printed();
    }
  };

  /**
   * Restores the text that loads the provider: the engine drops it from a recorded failure, and then nothing could manage the
   * object.
   */
  const recording = async <T>(properties: Properties, call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof UnfinishedError)) throw error;
      const state = { ...marked(error.properties), [providerKey]: properties[providerKey] };
      throw new UnfinishedError(error.message, error.id, state, error);
    }
  };

  const checkNew = (voice: Voice, inputs: Properties): Promise<readonly string[]> =>
    newProblems(new DeclaredObject(definition, voice.context(), inputs), voice.warnOnce).catch((error: unknown) => {
      if (isLasting(error)) return [messageOf(error) + session.loginAdvice(error)];
      throw error;
    });

  return {
    configure({ config }) {
      session.configure(config);
      return Promise.resolve();
    },
    check: (olds: Properties, { [unknownKey]: unknown, [mistakesKey]: mistakes, ...news }: Properties) =>
      guard(
        [olds, news],
        async (voice) => {
          const { run } = session.ownership;
          const found = readMistakes(mistakes);
          session.isUpdate = found.isUpdate;
          const resource = { kind: definition.kind, name: nameOf(news) };
          session.tellDeclared(resource, news, readSources(unknown));
          run.recordDeclaration(resource, {
            isDeclared: true,
            sources: readSources(unknown),
            ...(isRetained(olds) && { isRetained: true }),
          });
          noteDeclaredName(definition, session.ownership, news);
          // Pulumi skips resources that depend on failed ones. A failure here would also end the run for all others.
          if (Array.isArray(unknown)) return { inputs: news, failures: [] };
          const isNew = Object.keys(olds).length === 0;
          const problems = checkArguments(definition, olds, news);
          const { own } = found;
          const others = aboutOthers(found);
          othersMistakes.set(nameOf(news), others);
          const ofProcess = [...session.settingsProblems(), ...usedElsewhere(found, session.uses())];
          const all = [...own, ...problems, ...ofProcess];
          if (own.length === 0 && problems.length === 0)
            all.push(...declaredTwice(definition, session.ownership, { olds, news }, session.isEntering));
          session.warnOfUnmaskable(definition, news);
          if (all.length === 0) {
            await session.tellLogin(resource);
            await session.tellUntold(organizationOf(news));
          }
          if (isNew && all.length === 0 && !session.isEntering) {
            all.push(...(await checkNew(voice, news)));
            await session.tellCustomer(definition.kind, news);
          }
          if (session.isComparing && all.length > 0 && ofProcess.length === 0) {
            session.handOver({ code: "refused", kind: definition.kind, resource: resource.name, text: all.join(" ") });
            return { inputs: news, failures: [] };
          }
          const open = all.length > 0 ? [] : fixedUnknown(definition, olds, news);
          if (open.length > 0)
            voice.warnOnce(
              `${nameOfDeclared(definition, news)}: ${open.join(", ")}: not known yet, so it counts as unchanged. If it differs, \`up\` fails here: the API cannot change it.`,
            );
          // Pulumi prints the raw value of a failure's property, so the property stays empty and the reason holds the path.
          const failures = (all.length === 0 ? [] : [...all, ...others]).map((reason) => ({
            property: "",
            reason: session.shown(reason),
          }));
          const adopted =
            unknown !== undefined && definition.derived !== undefined && isNew ? run.declaration(resource).adopts : undefined;
          // A review against a sandbox compares what is not known by where it comes from.
          const sources = unlessUndefined(unknownKey, isStandIn() ? unknown : undefined);
          return { inputs: { ...news, ...sources, ...unlessUndefined(adoptedIdKey, adopted) }, failures };
        },
        { isForeseen: true },
      ),
    diff: (id, olds: Properties, declaredNow: Properties) =>
      guard(
        [olds, declaredNow],
        async (voice) => {
          const { kind } = definition;
          const { ownership } = session;
          // What is not known yet belongs to objects that exist and enter the state. The preview that proves the result knows it.
          const given = session.isEntering ? knownFrom(olds, declaredNow) : declaredNow;
          const resource = { kind, name: nameOf(given) };
          // A refresh also compares resources that the program does not declare.
          const isDeclared = resource.name === "" || ownership.run.declaration(resource).isDeclared === true;
          // Before the program declares it, these are the inputs in the state.
          if (!isDeclared && isRetained(given)) ownership.run.recordDeclaration(resource, { isRetained: true });
          const news = isDeclared ? given : beforeDeclared(ownership, { id, state: olds, news: given });
          const entry = { id, state: olds, news };
          if (isDeclared) {
            checkKind(definition, olds);
            checkAddress(new Entry(definition, voice.context(), entry));
          }
          let compared: Difference | undefined;
          try {
            const difference = compare(definition, entry, voice.warnOnce);
            // A refresh also diffs, with the earlier state and known values, but must refuse nothing.
            if (isDeclared) await withEntry(voice, entry, (each) => checkPlan(each, difference, voice.warnOnce));
            else if (difference.replaces.length > 0 && containsUnknown(news))
              await withEntry(voice, entry, (each) => checkFollows(each, voice.warnOnce));
            compared = difference;
          } finally {
            // In a replacement that deletes first, the object may be gone already, and its entry then leaves the state silently.
            if (isDeclared && compared?.deleteBeforeReplace !== true)
              await session.ownership.publish(definition, entry, compared === undefined || compared.replaces.length > 0);
          }
          const { changes, replaces, deleteBeforeReplace } = compared;
          noteComparison(definition, ownership, { ...entry, isReplaced: replaces.length > 0 });
          const hasOpenUpdate = isDeclared && replaces.length === 0 && (await withEntry(voice, entry, checkStays));
          if (isDeclared && replaces.length > 0) ownership.run.recordDeclaration(resource, { isReplaced: true });
          // In a replacement that deletes first, the object may be gone already, and an earlier creation may have created the next object
          // with the same id.
          if (isDeclared && deleteBeforeReplace)
            ownership.run.recordEntry(kind, id, olds, { name: resource.name, isLeaving: true });
          else session.seen(kind, id, olds);
          const isSentAgain = changes === false && hasOpenUpdate;
          if (isSentAgain) voice.warn(`${nameOfObject(definition, id, olds)}: ${sentAgainText}`);
          const differs = isSentAgain ? true : changes;
          if (isDeclared && differs !== false) await session.tellCustomer(kind, olds);
          if (isDeclared && differs !== false && replaces.length === 0 && definition.update !== undefined) {
            const shared = sharedChange(new Entry(definition, voice.context(), { id, state: olds }));
            if (shared !== undefined) voice.warn(shared);
          }
          return { ...(differs === undefined ? {} : { changes: differs }), replaces: [...replaces], deleteBeforeReplace };
        },
        {
          others: () => othersMistakes.get(nameOf(declaredNow)) ?? [],
          isForeseen: true,
          unchanged: (error) => ({
            ...(error instanceof UnreadError && { changes: false }),
            replaces: [],
            deleteBeforeReplace: false,
          }),
        },
      ),
    create: (inputs: Properties) =>
      guard([inputs], async (voice) => {
        await refuseUnreviewed(session, definition, { call: "create", inputs });
        const { id, state } = await recording(inputs, () => call(voice, (context) => create(definition, context, inputs)));
        return { id, outs: marked(state) };
      }),
    read: (id, state: Properties = {}) =>
      guard(
        [state],
        async (voice) => {
          session.warnOfUnknownSettings();
          session.seen(definition.kind, id, state);
          const shown = await withEntry(voice, { id, state }, read);
          return shown === undefined ? {} : { id: shown.id, props: marked(shown.state), inputs: marked(shown.inputs) };
        },
        {
          unchanged: (error) => {
            // What a program only reads, or imports, has values that others need.
            const isKnown = readerOf(state) === undefined && !isImport(definition, state);
            if (!(error instanceof UnreadError) || !isKnown) return undefined;
            return { id, props: marked(state), inputs: marked(recordedInputs(definition, state)) };
          },
        },
      ),
    update: (id, olds: Properties, news: Properties) =>
      guard([olds, news], async (voice) => {
        await refuseUnreviewed(session, definition, { call: "update", id, inputs: news });
        session.seen(definition.kind, id, olds);
        await session.ownership.publish(definition, { id, state: olds, news });
        return { outs: marked(await recording(news, () => withEntry(voice, { id, state: olds, news }, update))) };
      }),
    delete: (id, state: Properties) =>
      guard([state], async (voice) => {
        await refuseUnreviewed(session, definition, { call: "delete", id, inputs: state });
        session.warnOfUnknownSettings();
        session.seen(definition.kind, id, state);
        session.ownership.run.recordEntry(definition.kind, id, state, { isLeaving: true });
        // A delete before a create is a replacement, even without a diff: a dependent of a replaced resource.
        session.ownership.run.recordDeclaration({ kind: definition.kind, name: nameOf(state) }, { isReplaced: true });
        return withEntry(voice, { id, state }, remove);
      }),
  };
}

/** What becomes of an object that a call is about. */
const undone = { create: "created", update: "updated", delete: "deleted" } as const;

/**
 * Refuses what `hosting apply` has not been shown: a program can declare something else in the run than in its preview.
 *
 * @param of the call; `inputs` are the state for a deletion
 */
async function refuseUnreviewed(
  session: ProcessSession,
  definition: Definition,
  { call, id, inputs }: Pick<PresentCall, "call" | "id" | "inputs">,
): Promise<void> {
  const { environment } = session;
  const only = [enteringVariable, comparingVariable].find((name) => environment[name]);
  if (only !== undefined) throw new ProviderError(`Nothing is ${undone[call]} while ${only} is set. Nothing was sent.`);
  const reviewed = reviewedIn(environment);
  if (reviewed === undefined) return;
  const { kind } = definition;
  const of = { call, kind, id, name: nameOf(inputs), inputs, login: await session.login() };
  const decisive = call === "delete" ? [] : decisiveArguments(definition, call, inputs);
  const sourcesOf = (argument: string) =>
    definition.identity.scope.includes(argument) ? session.ownership.run.holdersNamed(String(inputs[argument])) : [];
  const reason = notReviewed(reviewed, environment[digestKeyVariable] ?? "", { ...of, decisive, sourcesOf });
  if (reason === undefined) return;
  const title = id === undefined ? nameOfDeclared(definition, inputs) : nameOfObject(definition, id, inputs);
  throw new Refusal(
    `${title} was not ${undone[call]}: ${reason}. Nothing was sent.${explainedBy("not reviewed")}`,
    "not reviewed",
  );
}

/**
 * The error for Pulumi, which shows its message with the resource. Its process also prints text and stack, which would only
 * repeat it.
 */
function shown(session: ProcessSession, error: unknown, others: readonly string[]): Error {
  const advice = session.loginAdvice(error);
  const message = [messageOf(error) + advice, ...others].map(session.shown).join(" ");
  const recorded = error instanceof UnfinishedError && {
    id: error.id,
    properties: error.properties,
    reasons: error.reasons.map((reason) => session.shown(reason + advice)),
  };
  return Object.assign(printable(message), recorded);
}

/** Properties with what a state has in place of those that are not known entirely. */
const knownFrom = (state: Properties, properties: Properties): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, containsUnknown(value) ? (state[name] ?? value) : value]),
  );

/**
 * The arguments of a resource that the program has not declared yet. The engine asks about it because another one that it depends on is
 * deleted before it is replaced, and the values that come from there are unknown. If they required a replacement, it would delete the object
 * before that one. Only an object that lies in that one has to be deleted; for all others the values count as unchanged until they are known.
 */
function beforeDeclared({ run }: Ownership, { id, state, news }: Replaced): Properties {
  const unknown = Object.keys(news).filter((name) => containsUnknown(news[name]));
  // A refresh also compares, with known values only, and must not read the journal for each resource.
  if (unknown.length === 0 || run.mayReplaceContainerOf(id)) return news;
  return { ...news, ...Object.fromEntries(unknown.map((name) => [name, state[name]])) };
}
