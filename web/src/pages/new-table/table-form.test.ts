import { beforeAll, describe, expect, it } from 'vitest';
import { loadGameMessages, loadLanguage } from '../../messages';
import type { GameInfo, Option } from '../../wire';
import {
  choiceLabel,
  chosenOptions,
  defaults,
  newTableRequest,
  obstacle,
  obstacleText,
  optionLabel,
} from './table-form';

const plain = {
  choices: [],
  low: null,
  high: null,
  can_be_off: false,
  needs: {},
  excludes: {},
  longest: null,
  listed: true,
  composed: null,
};

const variant: Option = {
  ...plain,
  name: 'variant',
  kind: 'choice',
  default: 'base',
  choices: ['base', 'half-and-half', 'dual'],
};
const half: Option = {
  ...plain,
  name: 'half',
  kind: 'choice',
  default: 'colours',
  choices: ['colours', 'positions'],
  needs: { variant: ['half-and-half'] },
};
const signals: Option = {
  ...plain,
  name: 'signals',
  kind: 'choice',
  default: 'always',
  choices: ['always', 'by-hand'],
  excludes: { variant: ['dual'] },
};
const limit: Option = {
  ...plain,
  name: 'limit',
  kind: 'number',
  default: null,
  low: 1,
  high: 99,
  can_be_off: true,
};
const options = [variant, half, signals, limit];

const game: GameInfo = {
  name: 'quatrefoil',
  options,
  fewest: 4,
  most: 4,
  bots: ['easy', 'expert'],
  race: false,
};
const settings = { open: false, pace: null };

describe('what may be changed', () => {
  it('depends on what an option needs', () => {
    expect(obstacle(half, { variant: 'base' })).toMatchObject({ kind: 'needs', other: 'variant' });
    expect(obstacle(half, { variant: 'half-and-half' })).toBeNull();
  });

  it('depends on what an option excludes', () => {
    expect(obstacle(signals, { variant: 'dual' })).toMatchObject({ kind: 'excludes' });
    expect(obstacle(signals, { variant: 'base' })).toBeNull();
  });
});

describe('what is sent', () => {
  it('is nothing where everything is left as it comes', () => {
    expect(chosenOptions(options, defaults(options))).toEqual({});
  });

  it('is what was changed', () => {
    const values = { ...defaults(options), variant: 'half-and-half', half: 'positions', limit: 7 };
    expect(chosenOptions(options, values)).toEqual({
      variant: 'half-and-half',
      half: 'positions',
      limit: 7,
    });
  });

  it('leaves out what no longer fits', () => {
    const values = { ...defaults(options), half: 'positions', variant: 'dual', signals: 'by-hand' };
    expect(chosenOptions(options, values)).toEqual({ variant: 'dual' });
  });

  it('lists bots by seat, and leaves seats for friends empty', () => {
    expect(newTableRequest(game, defaults(options), 4, ['easy', null, 'expert'], settings)).toEqual(
      {
        game: 'quatrefoil',
        options: {},
        seats: 4,
        bots: { 1: 'easy', 3: 'expert' },
        open: false,
        pace: null,
      },
    );
    const few = newTableRequest(game, defaults(options), 2, ['easy', 'easy', 'easy'], settings);
    expect(few.bots).toEqual({ 1: 'easy' });
  });

  it('says whether the lobby lists it, and how long a move may take', () => {
    const table = newTableRequest(game, defaults(options), 2, [null], { open: true, pace: 30 });
    expect(table).toMatchObject({ open: true, pace: 30 });
  });
});

describe('words', () => {
  beforeAll(async () => {
    await loadLanguage('en');
    await loadGameMessages('quatrefoil');
  });

  it('have a short name and a help text, if there is one', () => {
    expect(choiceLabel('quatrefoil', 'variant', 'base')).toEqual({
      title: 'Base game',
      text: 'You know only your own two cards.',
    });
    expect(choiceLabel('quatrefoil', 'half', 'positions').text).toBe('');
    expect(optionLabel('coloryam', 'beginner').title).toBe('Beginner rules');
    expect(optionLabel('coloryam', 'newer than this page').title).toBe('newer than this page');
  });

  it('name the switch that stands in the way', () => {
    const seconds = { ...plain, name: 'seconds', kind: 'number', default: 60 } as const;
    const found = obstacle({ ...seconds, needs: { timed: [true] } }, { timed: false });
    expect(found && obstacleText('quivvit', found)).toContain('Timed');
  });

  it('say what stands in the way', () => {
    const found = obstacle(half, { variant: 'base' });
    expect(found && obstacleText('quatrefoil', found)).toContain('Half and Half');
  });
});
