import { describe, expect, it } from 'vitest';
import { cellUnder, fitted, framed, MAX_CELL_PX, MIN_CELL_PX, panned, zoomed } from './camera';

describe('the camera', () => {
  const box = { width: 400, height: 200 };
  const camera = { x: 100, y: 50, size: 40 };

  it('finds the cell under a point', () => {
    expect(cellUnder(camera, 100, 50)).toEqual({ x: 0, y: 0 });
    expect(cellUnder(camera, 99, 131)).toEqual({ x: -1, y: 2 });
  });

  it('zooms around a point, within limits', () => {
    const nearer = zoomed(camera, 1.5, 180, 90);
    expect(nearer.size).toBe(60);
    expect(cellUnder(nearer, 180, 90)).toEqual(cellUnder(camera, 180, 90));
    expect(zoomed(camera, 99, 0, 0).size).toBe(MAX_CELL_PX);
    expect(zoomed(camera, 0.01, 0, 0).size).toBe(MIN_CELL_PX);
  });

  it('fits the whole grid in the middle', () => {
    const { x, y, size } = fitted({ left: 2, top: 0, right: 5, bottom: 1 }, box);
    expect(size).toBe(50);
    expect(x + 4 * size).toBe(200);
    expect(y + 1 * size).toBe(100);
    expect(fitted(null, { width: 9000, height: 9000 }).size).toBe(64);
  });

  it('stays in place while the whole grid is visible', () => {
    expect(framed(camera, { left: 0, top: 0, right: 4, bottom: 1 }, box)).toBe(camera);
  });

  it('moves no further than necessary', () => {
    expect(framed(camera, { left: 0, top: 0, right: 6, bottom: 0 }, box)).toEqual({
      ...camera,
      x: 80,
    });
    expect(framed(camera, { left: -3, top: 0, right: 0, bottom: 0 }, box)).toEqual({
      ...camera,
      x: 160,
    });
  });

  it('zooms out if necessary', () => {
    const bounds = { left: 0, top: -4, right: 3, bottom: 3 };
    const far = framed(camera, bounds, box);
    expect(far.size).toBe(20);
    expect(framed(far, bounds, box)).toBe(far);
  });

  it('can be panned', () => {
    expect(panned(camera, -5, 7)).toEqual({ x: 95, y: 57, size: 40 });
  });
});
