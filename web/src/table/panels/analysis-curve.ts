/** The geometry of the analysis plot: values, curves and labels. */
import type { Scale } from '../../ui/plot/scale';
import type { Judged, Point } from '../../wire';

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
