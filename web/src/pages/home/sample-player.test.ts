/** The picture on the home page: real sample games, one after another. */
import { describe, expect, it } from 'vitest';
import { loadSampleGame, type SampleGame } from '../../games/sample-games';
import { gameNames } from '../../games/thumbnails';
import { SamplePlayer } from './sample-player.svelte';

const frame = (version: number, drafts = {}) => ({ version, at: 0, view: version, drafts });
const SAMPLES: Record<string, SampleGame> = {
  turns: { names: [], frames: [frame(0), frame(1), frame(2)] },
  race: { names: [], frames: [frame(0), frame(1), frame(1, { 0: [1] }), frame(1, { 0: [2] })] },
};

async function playerOf(...games: string[]): Promise<SamplePlayer> {
  const player = new SamplePlayer(games, async (game) => SAMPLES[game] as SampleGame);
  await player.show(games[0] as string);
  return player;
}

describe('the player of sample games', () => {
  it.each(gameNames)('has a sample game of %s in which every frame differs', async (game) => {
    const { names, frames } = await loadSampleGame(game);
    expect(names.length).toBeGreaterThan(1);
    expect(frames.length).toBeGreaterThan(4);
    expect(new Set(frames.map((each) => JSON.stringify(each))).size).toBe(frames.length);
  });

  it('plays the games one after the other and then starts again', async () => {
    const player = await playerOf('turns', 'race');
    expect(player.frame?.view).toBe(0);
    for (let step = 0; step < 3; step++) await player.advance();
    expect(player.game).toBe('race');
    await player.advance();
    await player.advance();
    expect(player.game).toBe('turns');
  });

  it('starts a race with the first draft and shows drafts faster than steps', async () => {
    const player = await playerOf('race');
    expect(player.frame?.drafts).toEqual({ 0: [1] });
    const draftMs = player.frameMs;
    await player.show('turns');
    expect(draftMs).toBeLessThan(player.frameMs);
  });

  it('shows a position from the middle of the game if it does not move', async () => {
    const player = await playerOf('turns');
    await player.show('turns', true);
    expect(player.frame?.view).toBe(1);
  });

  it('ignores a game that is loaded after a later request', async () => {
    const arrivals: ((sample: SampleGame) => void)[] = [];
    const player = new SamplePlayer(
      ['turns', 'race'],
      () => new Promise((resolve) => arrivals.push(resolve)),
    );
    const slow = player.show('turns');
    const quick = player.show('race');
    arrivals[1]?.(SAMPLES['race'] as SampleGame);
    arrivals[0]?.(SAMPLES['turns'] as SampleGame);
    await Promise.all([slow, quick]);
    expect(player.loaded?.game).toBe('race');
  });
});
