/**
 * boardgame.io's own server with a Quatrefoil that is cheaper than ours: it checks nothing, hides
 * nothing, cannot be undone, and lists no legal moves. Without a folder it stores in memory.
 */
import { createRequire } from 'node:module';
import { after } from './quatrefoil.ts';

const { FlatFile, Server } = createRequire(import.meta.url)('boardgame.io/server');
const [port, folder] = process.argv.slice(2);

interface Quatrefoil {
  dealt: string[];
  tokens: string[];
  target: string[];
  positions: string[];
  actions: number;
}

const quatrefoil = {
  name: 'quatrefoil',
  disableUndo: true,
  turn: { minMoves: 1, maxMoves: 1 },
  setup: (): Quatrefoil => ({
    dealt: ['B', 'G', 'P', 'R', 'Y'],
    tokens: ['B', 'G', 'P', 'R', 'Y'],
    target: ['Y', 'R', 'P', 'G', 'B'],
    positions: ['NW', 'NE', 'SE', 'SW'],
    actions: 0,
  }),
  moves: {
    act: ({ G }: { G: Quatrefoil }, move: string): Quatrefoil => ({
      ...G,
      tokens: after(G.tokens, move),
      actions: G.actions + 1,
    }),
  },
};

const db = folder ? new FlatFile({ dir: folder }) : undefined;
await Server({ games: [quatrefoil], db, origins: [] }).run(Number(port));
