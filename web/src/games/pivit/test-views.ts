/** A view for tests: two players building, no grid claimed. */
import type { Kind, PivitView } from './view';

export const TEST_HAND: readonly Kind[] = ['r1', 'r2', 'r3', 'r3', 'b3', 'g3', '**'];

export function viewFor(change: Partial<PivitView>): PivitView {
  return {
    seat: 0,
    referee: 'instant',
    younger: false,
    scores: [0, 3],
    target: 20,
    hands: [TEST_HAND, null],
    middle: 66,
    tokens: [2, 1],
    values: [4, 2],
    sticks: [null, null],
    pending: [],
    grids: [null, null],
    wilds: [[], []],
    claimed: [false, false],
    withdrawn: [false, false],
    refused: null,
    ready: [false, false],
    stops: [false, false],
    round: 1,
    phase: 'build',
    began_at: 1000,
    ends_at: null,
    first_took: null,
    gained: [],
    winners: [],
    ...change,
  };
}
