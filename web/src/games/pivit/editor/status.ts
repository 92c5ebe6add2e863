/** The one-line status for a player who is building. */

import { formatMessage, t } from '../../../messages';
import type { DockStatus } from '../../../ui/board/dock';
import type { Fault } from '../../../wire';
import { type LineVerdict, reasonOf } from '../grid/lines';
import { shortName } from '../grid/tiles';
import type { Kind } from '../view';

interface BuildProgress {
  held: readonly Kind[];
  left: number;
  /** Whether the server has checked the whole grid. */
  checked: boolean;
  faults: readonly Fault[];
  /** Verdicts on the lines, if lines are coloured. */
  verdicts: readonly (LineVerdict | null)[];
}

export function statusOf({ held, left, checked, faults, verdicts }: BuildProgress): DockStatus {
  if (held.length > 1) return plain('holding_piece', { count: held.length });
  if (held.length === 1) return plain('holding', { tile: shortName(held[0] ?? '') });
  const wrong = faults.find((fault) => reasonOf(fault) !== 'unused');
  if (left === 0 && checked && wrong) return { words: formatMessage(wrong.message), mood: 'bad' };
  if (left === 0) {
    return {
      words: t(checked ? 'pivit.board.all_right' : 'pivit.board.all_placed'),
      mood: 'good',
    };
  }
  const amiss = verdicts.filter((verdict) => verdict === 'wrong').length;
  if (amiss > 0) return { words: t('pivit.board.amiss', { count: amiss, left }), mood: 'bad' };
  return plain('left', { left });
}

function plain(what: string, args: Record<string, string | number>): DockStatus {
  return { words: t(`pivit.board.${what}`, args), mood: 'plain' };
}
