import { drawing, label, rounded } from "../bench/svg.js";
import { cases } from "./measured.js";
import { limitOf, timeOf } from "./report.js";
import type { Simulated } from "./simulate.js";

/** The hours of each run as a bar, with the colour of what limits it. */

const limits = [
  { limit: "window", colour: "#1f6feb", meaning: "limited by the rate window" },
  { limit: "machine", colour: "#c2410c", meaning: "limited by the machine" },
  { limit: undefined, colour: "#6b7280", meaning: "limited by neither" },
] as const;

const bar = { left: 250, width: 480, height: 14, gap: 4 } as const;
const groupGap = 12;
const top = 20;
const legendHeight = 34;
const legendWidth = 180;

const plain = (markdown: string): string => markdown.replaceAll("`", "");

export function chart(runs: readonly Simulated[]): string {
  const longest = Math.max(...runs.map(({ hours }) => hours));
  let y = top;
  const bars = runs.flatMap((run, index) => {
    const isFirst = runs[index - 1]?.case !== run.case;
    if (isFirst && index > 0) y += groupGap;
    const width = (run.hours / longest) * bar.width;
    const { colour } = limits.find(({ limit }) => limit === limitOf(run))!;
    const middle = y + bar.height - 3;
    const parts = [
      ...(isFirst ? [label(8, middle, "start", plain(cases[run.case]), ' font-size="11"')] : []),
      label(bar.left - 6, middle, "end", String(run.customers)),
      `<rect x="${bar.left}" y="${rounded(y)}" width="${rounded(width)}" height="${bar.height}" fill="${colour}"/>`,
      label(bar.left + width + 6, middle, "start", timeOf(run.hours)),
    ];
    y += bar.height + bar.gap;
    return parts;
  });
  const legend = limits.flatMap(({ colour, meaning }, index) => [
    `<rect x="${bar.left + index * legendWidth}" y="${y + 12}" width="12" height="12" fill="${colour}"/>`,
    label(bar.left + index * legendWidth + 18, y + 22, "start", meaning),
  ]);
  return drawing(bar.left + bar.width + 60, y + legendHeight, "Hours of a run of the whole fleet, by customers in a stack", [
    label(bar.left - 6, top - 7, "end", "customers in a stack"),
    ...bars,
    ...legend,
  ]);
}
