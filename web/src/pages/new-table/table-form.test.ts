import { beforeAll, describe, expect, it } from 'vitest';
import { loadGameMessages, loadLanguage } from '../../messages';
import type { GameInfo, Option } from '../../wire';
import { choiceLabel, optionLabel } from '../shared/option-text';
import {
  applies,
  CUSTOM,
  chosenClock,
  chosenOptions,
  clockChoices,
  defaults,
  NO_CLOCK,
  OWN_TOTAL,
  presetChoices,
  presetOf,
  presetValues,
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
  largest_team: null,
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

const game: Pick<GameInfo, 'name' | 'options' | 'presets'> = {
  name: 'quatrefoil',
  options,
  presets: [
    { name: 'base', options: {} },
    { name: 'dual', options: { variant: 'dual' } },
  ],
};

describe('an option', () => {
  it('applies only if another one has the value that it needs', () => {
    expect(applies(half, { variant: 'base' })).toBe(false);
    expect(applies(half, { variant: 'half-and-half' })).toBe(true);
  });

  it('does not apply if another one has a value that it excludes', () => {
    expect(applies(signals, { variant: 'dual' })).toBe(false);
    expect(applies(signals, { variant: 'base' })).toBe(true);
  });
});

describe('a preset', () => {
  it('is recognized by the options that differ from their defaults', () => {
    expect(presetOf(game, {})).toBe('base');
    expect(presetOf(game, { variant: 'dual' })).toBe('dual');
    expect(presetOf(game, { variant: 'dual', limit: 7 })).toBe(CUSTOM);
  });

  it('sets all options', () => {
    const values = presetValues(game, 'dual');
    expect(values).toEqual({ ...defaults(options), variant: 'dual' });
    expect(presetOf(game, chosenOptions(options, values))).toBe('dual');
  });
});

describe('the options that are sent', () => {
  it('are none if nothing was changed', () => {
    expect(chosenOptions(options, defaults(options))).toEqual({});
  });

  it('are those that were changed', () => {
    const values = { ...defaults(options), variant: 'half-and-half', half: 'positions', limit: 7 };
    expect(chosenOptions(options, values)).toEqual({
      variant: 'half-and-half',
      half: 'positions',
      limit: 7,
    });
  });

  it('exclude those that no longer apply', () => {
    const values = { ...defaults(options), half: 'positions', variant: 'dual', signals: 'by-hand' };
    expect(chosenOptions(options, values)).toEqual({ variant: 'dual' });
  });
});

describe('the choices of the form', () => {
  beforeAll(async () => {
    await loadLanguage('en');
    await loadGameMessages('quatrefoil');
  });

  it('have a short name, and a help text if there is one', () => {
    expect(choiceLabel('quatrefoil', 'variant', 'base')).toEqual({
      title: 'Base game',
      text: 'You know only your own two cards.',
    });
    expect(choiceLabel('quatrefoil', 'half', 'positions').text).toBe('');
    expect(optionLabel('coloryam', 'beginner').title).toBe('Beginner rules');
    expect(optionLabel('coloryam', 'newer than this page').title).toBe('newer than this page');
  });

  it('include the presets, and “custom” only while it is chosen', () => {
    expect(presetChoices(game, 'base').map(({ title }) => title)).toEqual(['Base game', 'Dual']);
    expect(presetChoices(game, CUSTOM)).toHaveLength(3);
  });

  it('start with playing without a clock', () => {
    const [first, second] = clockChoices(true);
    expect(first?.value).toBe(NO_CLOCK);
    expect(second?.title).toContain('15');
  });

  it('include total time only against opponents', () => {
    const values = (opponents: boolean) => clockChoices(opponents).map(({ value }) => value);
    expect(values(true)).toContain('300+3');
    expect(values(true)).toContain(OWN_TOTAL);
    expect(values(false)).not.toContain('300+3');
    expect(values(false)).not.toContain(OWN_TOTAL);
  });

  it('are sent as a time per move or a total time', () => {
    const own = { base: '900', increment: '10' };
    expect(chosenClock(NO_CLOCK, own)).toEqual({ pace: null, total: null });
    expect(chosenClock('30', own)).toEqual({ pace: 30, total: null });
    expect(chosenClock('300+3', own)).toEqual({ pace: null, total: { base: 300, increment: 3 } });
    const total = { base: 900, increment: 10 };
    expect(chosenClock(OWN_TOTAL, own)).toEqual({ pace: null, total });
  });
});
