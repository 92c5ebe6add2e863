/** Sample games, recorded by `make_sample_games.py`; loaded on demand. */
import type { ReplayFrame } from '../table/record-views';
import { framesOfRecord } from '../table/record-views';
import type { GameRecord } from '../wire';
import { draftFilter } from '.';
import { loadOnce } from './load-once';

type SampleRecord = Pick<GameRecord, 'steps' | 'drafts'> & { names: string[] };

/** A sample game, ready to be shown. */
export interface SampleGame {
  names: string[];
  frames: readonly ReplayFrame[];
}

const records = loadOnce(
  import.meta.glob('./*/sample-game.json', { import: 'default' }) as Record<
    string,
    () => Promise<SampleRecord>
  >,
  'sample-game.json',
);

/** Load the sample game of a game. */
export async function loadSampleGame(game: string): Promise<SampleGame> {
  const [record, isDraftShown] = await Promise.all([records(game), draftFilter(game)]);
  if (!record) throw new Error(`no sample game of ${game}`);
  return { names: record.names, frames: framesOfRecord(record, isDraftShown) };
}
