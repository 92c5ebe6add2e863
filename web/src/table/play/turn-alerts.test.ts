import { expect, it } from 'vitest';
import { alertCue, alertFor, type TurnMoment } from './turn-alerts';

const waiting: TurnMoment = { mine: false, over: false };
const mine: TurnMoment = { mine: true, over: false };
const over: TurnMoment = { mine: false, over: true };

it.each([
  ['the turn comes', waiting, mine, 'turn'],
  ['the turn goes on', mine, mine, null],
  ['the others go on', waiting, waiting, null],
  ['the turn goes', mine, waiting, null],
  ['another player ends the game', waiting, over, 'end'],
  ['one ends it oneself', mine, over, 'end'],
  ['it has been over for long', over, over, null],
  ['one arrives on one’s turn', null, mine, null],
  ['one arrives after the end', null, over, null],
])('%s', (_, before, now, call) => {
  expect(alertFor(before, now)).toBe(call);
});

it.each([
  ['the player’s turn', 'turn', 0, [], 'turn'],
  ['a game won', 'end', 0, [0, 1], 'win'],
  ['a game lost', 'end', 0, [1], 'lose'],
  ['the end, for spectators', 'end', null, [1], 'win'],
] as const)('sounds for %s', (_, alert, seat, winners, sound) => {
  expect(alertCue(alert, seat, winners).sound).toBe(sound);
});
