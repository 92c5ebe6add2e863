import { beforeAll, expect, it } from 'vitest';
import { say, speak } from '../messages';
import { ApiError } from './api';
import { Sending } from './submission.svelte';

const refuse = (kind: string) => async () => {
  throw new ApiError(403, { id: 'table.refusal.wrong_password', args: {} }, kind);
};

beforeAll(() => speak('en'));

it('is busy on the way, and has no fault when it went through', async () => {
  const sending = new Sending();
  const sent = sending.send(async () => expect(sending.busy).toBe(true));
  expect(await sent).toBe(true);
  expect(sending.busy).toBe(false);
  expect(sending.fault()).toBe('');
});

it('says a fault where it belongs', async () => {
  const sending = new Sending();
  expect(await sending.send(refuse('WrongPassword'))).toBe(false);
  const words = say('table.refusal.wrong_password');
  expect(sending.fault()).toBe(words);
  expect(sending.fault('WrongPassword')).toBe(words);
  expect(sending.fault('BadPassword')).toBe('');
  expect(sending.faultExcept('BadPassword')).toBe(words);
  expect(sending.faultExcept('WrongPassword')).toBe('');
});

it('forgets the fault when it is sent again', async () => {
  const sending = new Sending();
  await sending.send(refuse('WrongPassword'));
  await sending.send(async () => {});
  expect(sending.fault()).toBe('');
});
