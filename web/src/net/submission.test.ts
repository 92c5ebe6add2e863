import { beforeAll, expect, it } from 'vitest';
import { loadLanguage, t } from '../messages';
import { ApiError } from './api';
import { Submission } from './submission.svelte';

const refuse = (kind: string) => async () => {
  throw new ApiError(403, { id: 'table.refusal.wrong_password', args: {} }, kind);
};

beforeAll(() => loadLanguage('en'));

it('a submission is busy while it is being sent, and has no fault after a success', async () => {
  const submission = new Submission();
  const sent = submission.submit(async () => expect(submission.busy).toBe(true));
  expect(await sent).toBe(true);
  expect(submission.busy).toBe(false);
  expect(submission.fault()).toBe('');
});

it('a fault is shown at the field that it concerns', async () => {
  const submission = new Submission();
  expect(await submission.submit(refuse('WrongPassword'))).toBe(false);
  const words = t('table.refusal.wrong_password');
  expect(submission.fault()).toBe(words);
  expect(submission.fault('WrongPassword')).toBe(words);
  expect(submission.fault('BadPassword')).toBe('');
  expect(submission.faultExcept('BadPassword')).toBe(words);
  expect(submission.faultExcept('WrongPassword')).toBe('');
});

it('the fault is removed when the form is sent again', async () => {
  const submission = new Submission();
  await submission.submit(refuse('WrongPassword'));
  await submission.submit(async () => {});
  expect(submission.fault()).toBe('');
});
