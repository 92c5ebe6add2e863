/** Status texts: what to do, what is wrong, what the others have done. */

import { formatMessage, t } from '../../../messages';
import type { DockStatus } from '../../../ui/board/dock';
import type { Fault } from '../../../wire';
import { nameOf } from '../cards/names';
import type { Kind, QwirkleCardsView } from '../view';

/** The player's turn so far. */
export interface TurnProgress {
  held: readonly Kind[];
  wrong: readonly Fault[];
  right: boolean;
  changed: boolean;
  played: number;
}

const at = (id: string, args: Parameters<typeof t>[1] = {}): string =>
  t(`qwirkle_cards.board.say.${id}`, args);

export function ownStatus(
  view: QwirkleCardsView,
  { held, wrong, right, changed, played }: TurnProgress,
): DockStatus {
  const fault = wrong[0];
  if (held.length > 0) {
    return plain(at('holding', { count: held.length, card: held[0] ?? '' }));
  }
  if (fault) {
    const sentence = formatMessage(fault.message);
    const words =
      wrong.length > 1 ? at('more', { fault: sentence, count: wrong.length }) : sentence;
    return { words, mood: 'bad' };
  }
  if (right) return { words: at('right'), mood: 'good' };
  if (changed && played === 0) return plain(at('nothing'));
  if (view.turns_left !== null) return plain(at('begin_last', { count: view.turns_left }));
  return plain(at(view.redrawn ? 'redrawn' : 'begin'));
}

/** The status while others play, or when nothing can be played. */
export function otherStatus(
  view: QwirkleCardsView,
  mine: boolean,
  names: readonly string[],
): DockStatus {
  const { last, phase, turn } = view;
  if (phase === 'over') return plain(at('over'));
  if (phase === 'redraw') {
    return plain(mine ? at('redraw') : at('redraws', { name: nameOf(names, turn ?? 0) }));
  }
  if (!last) return plain(at('waits', { name: nameOf(names, turn ?? 0) }));
  const name = nameOf(names, last.seat);
  const count = last.cards.length;
  if (count === 0) return plain(at('played_nothing', { name }));
  return plain(at('played', { name, count, qwirkles: last.qwirkles.length }));
}

const plain = (words: string): DockStatus => ({ words, mood: 'plain' });
