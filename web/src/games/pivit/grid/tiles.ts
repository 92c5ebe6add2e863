/** A player's tiles: identity, face and name. */

import { t } from '../../../messages';
import { COLOURS, type Letter } from '../../../ui/pieces';
import { type Kind, WILD } from '../view';

/** One physical tile; a hand may contain three of a kind. */
export interface HandTile {
  id: number;
  kind: Kind;
}

export interface TileFace {
  colour: Letter;
  design: number;
}

/** `null` for a wild tile. */
export function faceOf(kind: Kind): TileFace | null {
  const colour = kind.charAt(0).toUpperCase();
  return kind !== WILD && isLetter(colour) ? { colour, design: Number(kind.charAt(1)) } : null;
}

function isLetter(letter: string): letter is Letter {
  return letter in COLOURS;
}

export function nameOf(kind: Kind): string {
  if (kind === WILD) return t('pivit.board.wild');
  return t('pivit.board.tile', { colour: kind.charAt(0), design: kind.charAt(1) });
}

/** A shorter name, for players who also see the tile. */
export function shortName(kind: Kind): string {
  if (kind === WILD) return t('pivit.board.wild');
  return t('pivit.board.tile_short', { colour: kind.charAt(0), design: kind.charAt(1) });
}

export function tilesOf(hand: readonly Kind[]): HandTile[] {
  return hand.map((kind, id) => ({ id, kind }));
}

/**
 * The tiles after a trade; tiles that stay keep their ids. Among equal tiles, `#tradedTile` goes first,
 * then one that is not in `kept`.
 */
export function exchanged(
  tiles: readonly HandTile[],
  hand: readonly Kind[],
  given: number | null,
  kept: ReadonlySet<number>,
): readonly HandTile[] {
  const wanted = [...hand];
  const stay = new Set<number>();
  const last = (id: number) => (id === given ? 2 : kept.has(id) ? 0 : 1);
  for (const { id, kind } of [...tiles].sort((a, b) => last(a.id) - last(b.id))) {
    const at = wanted.indexOf(kind);
    if (at < 0) continue;
    wanted.splice(at, 1);
    stay.add(id);
  }
  if (wanted.length === 0 && stay.size === tiles.length) return tiles;
  const next = 1 + Math.max(-1, ...tiles.map(({ id }) => id));
  return [
    ...tiles.filter(({ id }) => stay.has(id)),
    ...wanted.map((kind, index) => ({ id: next + index, kind })),
  ];
}
