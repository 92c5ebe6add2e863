import { expect, it } from 'vitest';
import { alertCue, alertFor, type TurnMoment } from './turn-alerts';

const waiting: TurnMoment = { mine: false, over: false };
const mine: TurnMoment = { mine: true, over: false };
const over: TurnMoment = { mine: false, over: true };

it.each([
  ['alerts when the player’s turn begins', waiting, mine, 'turn'],
  ['no alert while the player’s turn continues', mine, mine, null],
  ['no alert while others play', waiting, waiting, null],
  ['no alert when the player’s turn ends', mine, waiting, null],
  ['alerts when another player ends the game', waiting, over, 'end'],
  ['alerts when the player ends the game', mine, over, 'end'],
  ['no alert after the end', over, over, null],
  ['no alert for a player who arrives on their turn', null, mine, null],
  ['no alert for a player who arrives after the end', null, over, null],
])('%s', (_, before, now, call) => {
  expect(alertFor(before, now)).toBe(call);
});

it.each([
  ['the player’s turn', 'turn', 0, [], 'turn'],
  ['a game won', 'end', 0, [0, 1], 'win'],
  ['a game lost', 'end', 0, [1], 'lose'],
  ['the end, for spectators', 'end', null, [1], 'win'],
] as const)('the sound for %s', (_, alert, seat, winners, sound) => {
  expect(alertCue(alert, seat, winners).sound).toBe(sound);
});
