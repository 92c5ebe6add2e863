import { describe, expect, it } from 'vitest';
import { type Cue, SoundGate } from './sound-gate';

const VISIBLE = { isHidden: false, alerts: false };
const own = (sound: Cue['sound']): Cue => ({ sound, isOwn: true });
const others = (sound: Cue['sound']): Cue => ({ sound, isOwn: false });

/** Which of these cues, each with its time, are heard. */
function heard(cues: readonly (readonly [Cue, number])[], hearing = VISIBLE): boolean[] {
  const gate = new SoundGate();
  return cues.map(([cue, at]) => gate.admits(cue, at, hearing));
}

it('the same sound is played once at a time', () => {
  const cues = [0, 10, 200].map((at) => [own('place'), at] as const);
  expect(heard(cues)).toEqual([true, false, true]);
});

it('different sounds are played together', () => {
  expect(
    heard([
      [own('place'), 0],
      [own('score'), 0],
    ]),
  ).toEqual([true, true]);
});

it('quick moves of another player are not all heard', () => {
  const cues = [
    [others('place'), 0],
    [others('rotate'), 200],
    [others('score'), 200],
    [own('place'), 210],
    [others('rotate'), 600],
  ] as const;
  expect(heard(cues)).toEqual([true, false, true, true, true]);
});

describe('a hidden page', () => {
  const cues = [
    [own('turn'), 0],
    [own('win'), 0],
    [own('place'), 0],
  ] as const;

  it('plays the sound of the player’s turn if the player wants alerts', () => {
    expect(heard(cues, { isHidden: true, alerts: true })).toEqual([true, false, false]);
  });

  it('plays no sound without alerts', () => {
    expect(heard(cues, { isHidden: true, alerts: false })).toEqual([false, false, false]);
  });
});
