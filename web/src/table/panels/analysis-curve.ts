/** The geometry of the analysis plot: scale, curves and labels. */
import type { Judged, Point } from '../../wire';

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

const MAX_SCALE_STEPS = 5;

/** Round numbers from below the lowest value to above the highest. */
export function scaleOf(curve: readonly Point[]): Scale {
  const values = curve.flatMap((point) => point.values);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = roundStep((most - least || 1) / MAX_SCALE_STEPS);
  const low = Math.floor(least / step) * step;
  const count = Math.max(1, Math.ceil((most - low) / step));
  const ticks = Array.from({ length: count + 1 }, (_, index) => low + index * step);
  return { low, high: low + count * step, ticks };
}

/** The next larger of 1, 2, 5, 10, 20, 25, 50, 100, … */
function roundStep(least: number): number {
  const ten = Math.max(1, 10 ** Math.floor(Math.log10(least)));
  const steps = ten >= 10 ? [1, 2, 2.5, 5, 10] : [1, 2, 5, 10];
  return ten * (steps.find((each) => each * ten >= least) ?? 10);
}

/** The values at a version: those of the last point before it. */
export function valuesAt(curve: readonly Point[], version: number): readonly number[] {
  return (curve.findLast((point) => point.version <= version) ?? curve[0])?.values ?? [];
}

/** The height of a curve at a version, interpolated between points. */
export function curveHeight(curve: readonly Point[], version: number, line: number): number {
  const after = curve.find((point) => point.version >= version) ?? curve.at(-1);
  const before = curve.findLast((point) => point.version <= version) ?? after;
  const [from, to] = [before?.values[line] ?? 0, after?.values[line] ?? 0];
  const span = (after?.version ?? 0) - (before?.version ?? 0);
  return span > 0 ? from + ((to - from) * (version - (before?.version ?? 0))) / span : from;
}

/** Round for display, depending on the scale. */
export function roundForScale(value: number, { low, high }: Scale): number {
  return high - low >= 10 ? Math.round(value) : Math.round(value * 10) / 10;
}

/** A letter for each name, its initial; numbers if two names start alike. */
export function labelsFor(names: readonly string[]): string[] {
  const letters = names.map((name) => [...name.trim()][0]?.toUpperCase() ?? '');
  const unlike = !letters.includes('') && new Set(letters).size === letters.length;
  return unlike ? letters : names.map((_, index) => String(index + 1));
}

/** Move positions apart, at least `gap` each, as little as the space allows. */
export function spread(places: readonly number[], gap: number, low: number, high: number) {
  const order = places.map((_, index) => index).sort((a, b) => at(places, a) - at(places, b));
  const moved = [...places];
  let least = low;
  for (const index of order) {
    moved[index] = Math.max(at(places, index), least);
    least = at(moved, index) + gap;
  }
  let most = high;
  for (const index of order.toReversed()) {
    moved[index] = Math.min(at(moved, index), most);
    most = at(moved, index) - gap;
  }
  return moved;
}

function at(places: readonly number[], index: number): number {
  return places[index] ?? 0;
}

/** The decisions that lost most, the largest loss first. */
export function largestMistakes(judged: readonly Judged[], count = 3): Judged[] {
  const lost = judged.filter(({ loss }) => loss > 0);
  return lost.sort((a, b) => b.loss - a.loss).slice(0, count);
}
