/** The vertical scale of a plot. */
export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

const MAX_SCALE_STEPS = 5;

/** Round numbers from below the lowest value to above the highest. */
export function scaleOf(values: readonly number[]): Scale {
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
