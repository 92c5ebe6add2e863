/** The quick reactions and their pictures. */
import type { React } from '../wire';

export type Reaction = React['reaction'];

/** Paths in a box of 24 × 24; drawn as lines, and filled with the colour of the piece. */
export const PICTURES: Readonly<
  Record<Reaction, { colour: string; shape: string; lines: string }>
> = {
  well_played: {
    colour: 'Y',
    shape: 'm12 2.8 2.7 5.9 6.4.7-4.8 4.4 1.4 6.4L12 17l-5.7 3.2 1.4-6.4-4.8-4.4 6.4-.7Z',
    lines: '',
  },
  thanks: {
    colour: 'R',
    shape:
      'M12 20.5C6.5 16.4 3 13.2 3 9.2a4.7 4.7 0 0 1 9-1.9 4.7 4.7 0 0 1 9 1.9c0 4-3.5 7.2-9 11.3Z',
    lines: '',
  },
  good_luck: {
    colour: 'G',
    shape:
      'M12 11.5C9 11 7 9 8 6.4c.8-2.1 3.4-2 4 .2.6-2.2 3.2-2.3 4-.2 1 2.6-1 4.6-4 5.1Zm0 0c-.5-3-2.5-5-5.1-4-2.1.8-2 3.4.2 4-2.2.6-2.3 3.2-.2 4 2.6 1 4.6-1 5.1-4Zm0 0c.5-3 2.5-5 5.1-4 2.1.8 2 3.4-.2 4 2.2.6 2.3 3.2.2 4-2.6 1-4.6-1-5.1-4Z',
    lines: 'M12 11.5c.2 4 1.2 7 3.2 9.5',
  },
  oops: {
    colour: 'O',
    shape: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
    lines:
      'M8.7 9.5h.01M15.3 9.5h.01M7.800 16c1-1.4 2.2-1.4 2.800-.3.7 1.2 2.1 1.2 2.800 0 .6-1.1 1.800-1.1 2.800.3',
  },
  wow: {
    colour: 'B',
    shape: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
    lines: 'M8.7 9.3h.01M15.3 9.3h.01M12 13a2.3 2.6 0 1 0 0 5.2 2.3 2.6 0 0 0 0-5.2Z',
  },
  good_game: {
    colour: 'P',
    shape: 'M7 3.5h10v6a5 5 0 0 1-10 0Z',
    lines: 'M7 5.5H3.800c0 3.5 1.2 5 3.4 5.2M17 5.5h3.2c0 3.5-1.2 5-3.4 5.2M12 14.5v4.2M8 20.5h8',
  },
};

export const REACTIONS = Object.keys(PICTURES) as Reaction[];
