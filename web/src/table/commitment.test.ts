import { expect, it } from 'vitest';
import type { GameRecord } from '../wire';
import { canonical, checkCommitment } from './commitment';

it('canonical JSON is compact and has sorted keys', () => {
  expect(canonical(['a', { z: 1, b: [true, null] }])).toBe('["a",{"b":[true,null],"z":1}]');
});

// The commitment is what `core/seeds.py` computes from these values.
const record: GameRecord = {
  format: 'quincunx-record/1',
  game: 'quatrefoil',
  rules: 1,
  seats: 4,
  options: { variant: 'base', limit: null, clock: false },
  steps: [],
  whole: true,
  table: 't1',
  commitment: 'd0695885fdf90e88dcb0b6e6d37432e85190b25ccd945dc2e57871b2cd5a1d58',
  seed: { secret: 'ab'.repeat(32), nonces: ['cd'] },
};

it('the commitment is kept if the seed matches it', async () => {
  expect(await checkCommitment(record)).toBe('kept');
});

it('the commitment includes the position from which the game started', async () => {
  const position = 'RG/YB P > GR/BY P';
  const commitment = 'cd47d8815666207d5aa7ee26ab11b64556eab95ebdab1f77d1d118a366f608a2';
  expect(await checkCommitment({ ...record, position, commitment })).toBe('kept');
  expect(await checkCommitment({ ...record, position })).toBe('broken');
});

it('the commitment is broken if the seed or the table differs', async () => {
  expect(await checkCommitment({ ...record, seed: { secret: 'ac'.repeat(32), nonces: [] } })).toBe(
    'broken',
  );
  expect(await checkCommitment({ ...record, table: 't2' })).toBe('broken');
});

it('the commitment is unknown without a seed or a commitment', async () => {
  expect(await checkCommitment({ ...record, seed: null })).toBe('unknown');
  const { commitment: _, ...without } = record;
  expect(await checkCommitment(without)).toBe('unknown');
});
