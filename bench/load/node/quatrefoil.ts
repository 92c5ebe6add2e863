/** Quatrefoil's actions: all are legal until the game's limit is reached. */

/** For each place, where the token comes from that lies there afterwards. */
const SOURCES: Record<string, readonly number[]> = {
  'push north from west': [4, 0, 2, 3, 1],
  'push north from east': [1, 4, 2, 3, 0],
  'push south from west': [0, 1, 3, 4, 2],
  'push south from east': [0, 1, 4, 2, 3],
  'push west from north': [4, 1, 2, 0, 3],
  'push west from south': [3, 1, 2, 4, 0],
  'push east from north': [0, 4, 1, 3, 2],
  'push east from south': [0, 2, 4, 3, 1],
  'twist clockwise': [3, 0, 1, 2, 4],
  'twist anticlockwise': [1, 2, 3, 0, 4],
};

export const MOVES = Object.keys(SOURCES);
export const SEATS = 4;
/** After so many actions only the stack remains. */
export const MOST_ACTIONS = 500;

/** The tokens as an action leaves them. */
export function after(tokens: readonly string[], move: string): string[] {
  const sources = SOURCES[move];
  if (!sources) throw new Error(`no such action: ${move}`);
  return sources.map((place) => tokens[place] as string);
}
