import { contenders, type ContenderName, type StepName, stepTitles } from "./contenders.js";
import type { Line } from "./summary.js";
import { drawing, label, rounded } from "./svg.js";

/** The growth of three steps with the number of resources, as an SVG drawing with logarithmic axes. */

const panels: readonly StepName[] = ["apply", "preview", "refresh"];

const colours: Readonly<Record<ContenderName, string>> = {
  ours: "#1f6feb",
  usual: "#c2410c",
  "usual-checked": "#b07d62",
  idle: "#0f766e",
  floor: "#57606a",
  "no-checkpoints": "#7c3aed",
  compressed: "#be185d",
  "ours-journal": "#0ea5e9",
  "usual-journal": "#f59e0b",
  "idle-journal": "#65a30d",
  opentofu: "#ca8a04",
};

const panel = { width: 280, height: 260, left: 54, top: 40, gap: 24, bottom: 48 } as const;
const legendLine = 18;

interface Scale {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** Position of a value on a logarithmic axis. */
export function position({ from, to, start, end }: Scale, value: number): number {
  const share = from === to ? 0.5 : Math.log(value / from) / Math.log(to / from);
  return start + share * (end - start);
}

/** The powers of ten that enclose all values. */
export function decades(values: readonly number[]): number[] {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}

interface Series {
  readonly contender: ContenderName;
  readonly latency: number;
  /** Stroke pattern: one for each latency. */
  readonly dashes: string;
  readonly lines: readonly Line[];
}

function seriesOf(lines: readonly Line[]): Series[] {
  const latencies = Array.from(new Set(lines.map(({ latency }) => latency))).sort((a, b) => a - b);
  const names = Array.from(new Set(lines.map(({ contender }) => contender)));
  return names.flatMap((contender) =>
    latencies.flatMap((latency, index) => {
      const own = lines.filter((line) => line.contender === contender && line.latency === latency);
      return own.length === 0 ? [] : [{ contender, latency, dashes: index === 0 ? "" : `${6 / index} 3`, lines: own }];
    }),
  );
}

const stroke = ({ contender, dashes }: Series): string =>
  `stroke="${colours[contender]}"${dashes === "" ? "" : ` stroke-dasharray="${dashes}"`}`;

function drawPanel(
  step: StepName,
  index: number,
  series: readonly Series[],
  sizes: readonly number[],
  ticks: readonly number[],
): string[] {
  const left = panel.left + index * (panel.width + panel.gap);
  const bottom = panel.top + panel.height;
  const x: Scale = { from: sizes[0]!, to: sizes.at(-1)!, start: left + 12, end: left + panel.width - 12 };
  const y: Scale = { from: ticks[0]!, to: ticks.at(-1)!, start: bottom, end: panel.top };
  const grid = ticks.flatMap((tick) => {
    const height = rounded(position(y, tick));
    const line = `<line x1="${left}" y1="${height}" x2="${left + panel.width}" y2="${height}" stroke="#d0d7de"/>`;
    return index === 0 ? [line, label(left - 6, position(y, tick) + 4, "end", `${tick} s`)] : [line];
  });
  const curves = series.flatMap((each) => {
    const points = each.lines.flatMap(({ size, steps }) => {
      const summary = steps[step];
      return summary === undefined ? [] : [{ x: rounded(position(x, size)), y: rounded(position(y, summary.seconds)) }];
    });
    if (points.length === 0) return [];
    const dots = points.map((point) => `<circle cx="${point.x}" cy="${point.y}" r="3" fill="${colours[each.contender]}"/>`);
    return [
      `<polyline points="${points.map((point) => `${point.x},${point.y}`).join(" ")}" fill="none" stroke-width="2" ${stroke(each)}/>`,
      ...dots,
    ];
  });
  return [
    label(left + panel.width / 2, panel.top - 14, "middle", stepTitles[step], ' font-weight="bold"'),
    ...grid,
    ...sizes.map((size) => label(position(x, size), bottom + 16, "middle", String(size))),
    ...curves,
  ];
}

/** @returns undefined if no line has any of the steps */
export function chart(lines: readonly Line[]): string | undefined {
  const series = seriesOf(lines);
  const values = lines.flatMap(({ steps }) => panels.flatMap((step) => steps[step]?.seconds ?? []));
  if (values.length === 0) return undefined;
  const sizes = Array.from(new Set(lines.map(({ size }) => size))).sort((a, b) => a - b);
  const ticks = decades(values);
  const bottom = panel.top + panel.height + panel.bottom;
  const width = panel.left + panels.length * (panel.width + panel.gap);
  const legend = series.flatMap((each, index) => {
    const y = bottom + index * legendLine;
    return [
      `<line x1="${panel.left}" y1="${y}" x2="${panel.left + 32}" y2="${y}" stroke-width="2" ${stroke(each)}/>`,
      label(panel.left + 40, y + 4, "start", `${contenders[each.contender].title}, ${each.latency} ms`),
    ];
  });
  return drawing(width, bottom + series.length * legendLine, "Seconds by number of resources, both axes logarithmic", [
    ...panels.flatMap((step, index) => drawPanel(step, index, series, sizes, ticks)),
    label(panel.left + (width - panel.left) / 2, panel.top + panel.height + 34, "middle", "resources"),
    ...legend,
  ]);
}
