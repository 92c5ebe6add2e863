import { beforeEach, describe, expect, it } from 'vitest';
import type { GameRecord, Judged } from '../../wire';
import { ReplayState } from './replay-state.svelte';

const whole: GameRecord = {
  format: 'quincunx-record/1',
  game: 'toy',
  rules: 1,
  seats: 2,
  options: {},
  whole: true,
  steps: [
    { at: 0, scene: [[[], { eyes: 'all', turn: 0 }]] },
    { at: 5000, seat: 0, move: 'go', scene: [[['turn'], 1]] },
    { at: 9000, seat: 1, move: 'stop', scene: [[['turn'], 2]] },
  ],
  drafts: [
    { at: 1000, seat: 0, version: 0, draft: 'a' },
    { at: 1010, seat: 0, version: 0, draft: 'aa' },
    { at: 4900, seat: 1, version: 0, draft: 'b' },
  ],
};

/** A seat's record contains only its own drafts. */
const seenBy = (seat: number): GameRecord => ({
  ...whole,
  whole: false,
  viewer: seat,
  steps: whole.steps.map((step, version) =>
    version === 0 ? { ...step, scene: [[[], { eyes: seat, turn: 0 }]] } : step,
  ),
  drafts: (whole.drafts ?? []).filter((draft) => draft.seat === seat),
});

const words = { id: 'toy.move', args: {} };
const judged: Judged = {
  version: 1,
  seat: 1,
  played: { move: 'stop', words, effect: null },
  better: { move: 'go', words, effect: null },
  loss: 3,
  message: words,
};

let replay: ReplayState;

beforeEach(() => {
  replay = new ReplayState(whole, async (seat) => seenBy(seat));
});

it('a replay starts at the deal, with the views of all seats', () => {
  expect(replay.frame).toMatchObject({ version: 0, view: { eyes: 'all', turn: 0 } });
  expect(replay.seat).toBeNull();
});

it('a replay of a record that is not whole shows the seat of its viewer', () => {
  expect(new ReplayState(seenBy(1), async (seat) => seenBy(seat)).seat).toBe(1);
});

describe('a running replay', () => {
  it('stops at the end, and can be started again from there', () => {
    replay.toggle();
    replay.advance();
    expect(replay.playing).toBe(true);
    replay.advance();
    expect(replay.playing).toBe(false);
    expect(replay.frame.version).toBe(2);
    replay.toggle();
    expect(replay.frame.version).toBe(0);
    expect(replay.playing).toBe(true);
  });

  it.each([
    ['a step', (run: ReplayState) => run.stepBy(1)],
    ['a jump', (run: ReplayState) => run.show(2)],
    ['the end', (run: ReplayState) => run.toEnd()],
  ])('is stopped by %s', (_, act) => {
    replay.toggle();
    act(replay);
    expect(replay.playing).toBe(false);
  });

  it('shows drafts at their original pace, within a shortest and a longest pause', () => {
    const built = new ReplayState(
      whole,
      async (seat) => seenBy(seat),
      () => true,
    );
    const pauses = built.frames.map(() => {
      const { frameMs: pause } = built;
      built.stepBy(1);
      return pause;
    });
    expect(pauses).toEqual([1000, 60, 1600, 1600, 1600, 1600]);
    built.toStart();
    built.speed = '4';
    expect(built.frameMs).toBe(250);
  });
});

describe('a change of seat', () => {
  it('keeps the moment', async () => {
    replay.show(1);
    await replay.showSeat(1);
    expect(replay.seat).toBe(1);
    expect(replay.frame).toMatchObject({ version: 1, view: { eyes: 1, turn: 1 } });
    await replay.showSeat(null);
    expect(replay.frame).toMatchObject({ version: 1, view: { eyes: 'all', turn: 1 } });
  });

  it('goes to the moment before if the seat did not see the current one', async () => {
    const built = new ReplayState(
      whole,
      async (seat) => seenBy(seat),
      () => true,
    );
    built.stepBy(3);
    expect(built.frame.at).toBe(4900);
    await built.showSeat(0);
    expect(built.frame.at).toBe(1010);
  });

  it('shows the seat that was requested last', async () => {
    const waiting = new Map<number, (record: GameRecord) => void>();
    const slow = new ReplayState(whole, (seat) => new Promise((done) => waiting.set(seat, done)));
    const [first, second] = [slow.showSeat(0), slow.showSeat(1)];
    waiting.get(1)?.(seenBy(1));
    waiting.get(0)?.(seenBy(0));
    await Promise.all([first, second]);
    expect(slow.seat).toBe(1);
    expect(slow.frame.view).toMatchObject({ eyes: 1 });
  });
});

describe('a decision', () => {
  it('is shown from the seat that took it, just before the move', async () => {
    await replay.showDecision(judged);
    expect(replay.decision).toBe(judged);
    expect(replay.frame).toMatchObject({ version: 1, view: { eyes: 1, turn: 1 } });
  });

  it('is shown after the last draft before it', async () => {
    const built = new ReplayState(
      whole,
      async (seat) => seenBy(seat),
      () => true,
    );
    await built.showDecision({ ...judged, version: 0, seat: 0 });
    expect(built.frame.at).toBe(1010);
  });

  it('is shown only while the board is just before it', async () => {
    await replay.showDecision(judged);
    replay.stepBy(1);
    expect(replay.decision).toBeNull();
    replay.stepBy(-1);
    expect(replay.decision).toBe(judged);
    await replay.showSeat(0);
    expect(replay.decision).toBeNull();
  });
});

it('a replay has a next frame until its end', () => {
  expect(replay.hasNext).toBe(true);
  replay.toEnd();
  expect(replay.hasNext).toBe(false);
});
