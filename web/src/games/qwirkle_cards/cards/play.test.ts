import { describe, expect, it } from 'vitest';
import { sharedBy, without } from './cards';
import { afterPlay, fromHand, playText, readPlay } from './play';

const sets = (text: string) =>
  [...text.matchAll(/\[([^\]]*)\]/g)].map(([, cards = '']) => cards.split(' '));

describe('the text of a play', () => {
  it.each([
    ['', '[Rd Rc Rs]', '[Rc Rs Rd]'],
    ['[Rc Rs Rd]', '[Rc Rs Rd Rx]', '[Rc Rs Rd] > [Rc Rs Rd Rx]'],
    ['[Bc Bs Bd Bx]', '[Bc Bd Bx] [Bs Rs Os]', '[Bc Bs Bd Bx] > [Rs Os Bs] [Bc Bd Bx]'],
    // Unchanged sets are not mentioned, whatever the order of their cards.
    ['[Rc Rs Rd] [Yc Ys Yd]', '[Yd Yc Ys] [Rd Rs Rc Ra]', '[Rc Rs Rd] > [Rc Rs Rd Ra]'],
    // Equal sets are counted separately.
    ['[Rc Rs Rd] [Rc Rs Rd]', '[Rc Rs Rd] [Rc Rs Rd Ra]', '[Rc Rs Rd] > [Rc Rs Rd Ra]'],
    // Card by card, the shorter set first.
    ['', '[Rc Rs Rd Rl] [Rc Rs Rd] [Rc Oc Yc]', '[Rc Rs Rd] [Rc Rs Rd Rl] [Rc Oc Yc]'],
    ['[Rc Rs Rd]', '[Rs Rc Rd]', ''],
  ])('from %s to %s is “%s”', (before, after, text) => {
    expect(playText(sets(before), sets(after))).toBe(text);
  });

  it('can be read back', () => {
    expect(readPlay('[Bc Bs Bd Bx] > [Bc Bd Bx] [Rs Os Bs]')).toEqual({
      old: [['Bc', 'Bs', 'Bd', 'Bx']],
      new: [
        ['Bc', 'Bd', 'Bx'],
        ['Rs', 'Os', 'Bs'],
      ],
    });
    expect(readPlay('[Rc Rs Rd]')).toEqual({ old: [], new: [['Rc', 'Rs', 'Rd']] });
    expect(readPlay('redraw')).toBe(null);
  });

  it('gives the cards from the hand and the table after the play', () => {
    const play = { old: sets('[Bc Bs Bd Bx]'), new: sets('[Bc Bd Bx] [Bs Rs Os]') };
    expect(fromHand(play)).toEqual(['Rs', 'Os']);
    expect(afterPlay(sets('[Bx Bd Bs Bc] [Rl Ol Yl]'), play)).toEqual(
      sets('[Rl Ol Yl] [Bc Bd Bx] [Bs Rs Os]'),
    );
  });
});

it('only one copy of a card is removed', () => {
  expect(without(['Rc', 'Rc', 'Bs'], ['Rc'])).toEqual(['Rc', 'Bs']);
});

it('cards share a colour, a shape or neither', () => {
  expect(sharedBy(['Rc', 'Rs'])).toEqual({ colour: 'R', shape: null });
  expect(sharedBy(['Rc', 'Bc'])).toEqual({ colour: null, shape: 'c' });
  expect(sharedBy(['Rc', 'Bs'])).toEqual({ colour: null, shape: null });
});
