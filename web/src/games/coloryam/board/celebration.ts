/** What ColorYam celebrates: a line that was met, and the points of a line that is complete. */
import type { Celebration } from '../../../ui/board/celebration.svelte';
import type { ColorYamView } from '../view';

type SheetView = Pick<ColorYamView, 'entries' | 'points' | 'line'>;

const cellAt = (line: number, seat: number): string =>
  `[data-line="${line}"] [data-column="${seat}"]`;

/**
 * The celebration of an entry, for a viewer's seat: their points if the line is complete, otherwise
 * the entry itself. `null` if nothing was met or the views are not consecutive.
 */
export function celebrationBetween(
  then: SheetView,
  now: SheetView,
  viewer: number | null,
): Celebration | null {
  const written = now.entries.flatMap((entries, seat) =>
    entries.flatMap((entry, line) =>
      entry !== null && then.entries[seat]?.[line] == null ? [{ seat, line, entry }] : [],
    ),
  );
  const [entered] = written;
  if (!entered || written.length > 1) return null;
  const { line } = entered;
  const points = now.points.map((each) => each[line] ?? null);
  const isComplete = points.every((each) => each !== null) && then.points[0]?.[line] == null;
  const seat = isComplete ? (viewer ?? points.indexOf(Math.max(...points))) : entered.seat;
  const gained = isComplete ? (points[seat] ?? 0) : entered.entry;
  if (gained === 0) return null;
  return {
    seat,
    text: isComplete ? `+${gained}` : String(gained),
    from: cellAt(line, seat),
    glow: [`[data-line="${line}"] th`, cellAt(line, seat)],
    ...(isComplete && { to: `[data-total="${seat}"]` }),
    // The best total of all players.
    isLarge: isComplete && points.length > 1 && gained === points.length,
  };
}
