/** HTTP requests to the server; everything that happens at a table goes through its socket. */

import { preferences } from '../app/preferences.svelte';
import { formatMessage, t } from '../messages';
import type {
  AnsweredPuzzle,
  BotToken,
  CheckedPuzzleDraft,
  Daily,
  DailyMonth,
  DealResults,
  DeleteMe,
  GameInfo,
  GameRecord,
  GameReview,
  LogIn,
  Me,
  Message,
  NewPassword,
  NewTable,
  NewVacation,
  NextMistake,
  OwnBotAccount,
  OwnResult,
  PlayNow,
  PlayOn,
  PrivateNotes,
  Profile,
  PushKey,
  PuzzleStreak,
  Recover,
  Recovered,
  RecoveryCodes,
  RecoveryCodesLeft,
  Register,
  Registered,
  SeatRange,
  ShownMistake,
  ShownPuzzle,
  SubscribePush,
  TableOpened,
  UnsubscribePush,
  UsePasswordLink,
  VacationPlan,
  YourSeat,
} from '../wire';

/** The server refused a request, or could not be reached (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly reason: Message;

  constructor(status: number, reason: Message, kind: string) {
    super(kind);
    this.status = status;
    this.reason = reason;
  }
}

/** Return a readable reason for a failed request. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? formatMessage(error.reason) : t('page.error.unreachable');
}

export const fetchGames = () => request<GameInfo[]>('/api/games');

/** Fetch how many people can play with these options; throws `ApiError` if the options conflict. */
export const fetchSeatRange = (game: string, options: NewTable['options']) =>
  request<SeatRange>(`/api/games/${encodeURIComponent(game)}/seats`, options);

export const fetchMe = () => request<Me | null>('/api/me');

/** Become a guest with this name, or change the current name. */
export const setGuestName = (name: string) => request<Me>('/api/guest', { name });

export const register = (account: Register) => request<Registered>('/api/account', account);
export const logIn = (account: LogIn) => request<Me>('/api/login', account);
export const logOut = () => request<null>('/api/logout', {});
export const logOutEverywhere = () => request<null>('/api/logout-everywhere', {});
export const changePassword = (change: NewPassword) => request<null>('/api/password', change);
export const recover = (account: Recover) => request<Recovered>('/api/recover', account);
export const usePasswordLink = (link: UsePasswordLink) => request<Me>('/api/password-link', link);
export const fetchRecoveryCodesLeft = () => request<RecoveryCodesLeft>('/api/recovery-codes');
export const renewRecoveryCodes = (password: string) =>
  request<RecoveryCodes>('/api/recovery-codes', { password });
export const fetchVacation = () => request<VacationPlan>('/api/vacation');
/** Begin a vacation, or plan one. */
export const takeVacation = (wanted: NewVacation) => request<VacationPlan>('/api/vacation', wanted);
/** End the vacation, or cancel the planned one. */
export const endVacation = () => request<VacationPlan>('/api/vacation/end', {});
export const deleteMe = (sure: DeleteMe) => request<null>('/api/delete', sure);

export const fetchPushKey = () => request<PushKey>('/api/push');
export const subscribePush = (browser: SubscribePush) => request<null>('/api/push', browser);
export const unsubscribePush = (browser: UnsubscribePush) =>
  request<null>('/api/push/unsubscribe', browser);

/** Fetch the current person's bot accounts. */
export const fetchBotAccounts = () => request<OwnBotAccount[]>('/api/bots');
export const createBotAccount = (name: string) => request<BotToken>('/api/bots', { name });
export const renewBotToken = (bot: string) => request<BotToken>(`/api/bots/${bot}/token`, {});
export const revokeBotToken = (bot: string) => request<null>(`/api/bots/${bot}/revoke`, {});
export const deleteBotAccount = (bot: string) => request<null>(`/api/bots/${bot}/delete`, {});

/** Fetch the current person's private notes at a table, in the order of their versions. */
export const fetchNotes = (table: string) =>
  request<PrivateNotes[]>(`/api/tables/${encodeURIComponent(table)}/notes`);
export const storeNotes = (table: string, notes: PrivateNotes) =>
  request<null>(`/api/tables/${encodeURIComponent(table)}/notes`, notes);

/** Path of the download with all data stored about the current person. */
export const EXPORT_PATH = '/api/export';

/** Fetch a person's profile with the games that ended before a time, or the latest ones. */
export const fetchProfile = (person: string, before: number | null = null) =>
  request<Profile>(
    `/api/people/${encodeURIComponent(person)}${before === null ? '' : `?before=${before}`}`,
  );

/** Fetch the games that have puzzles, with the current person's streaks. */
export const fetchPuzzleStreaks = () => request<PuzzleStreak[]>('/api/puzzles');

/** Fetch the person's open puzzle: a new one once it has been answered. */
export const fetchNextPuzzle = (game: string) =>
  request<ShownPuzzle>(`/api/puzzles/${encodeURIComponent(game)}/next`, {});

/** Fetch the puzzle with a number; answers to it do not count for a streak. */
export const fetchPuzzle = (game: string, number: number) =>
  request<ShownPuzzle>(`/api/puzzles/${encodeURIComponent(game)}/${number}`);

/** Answer a puzzle with all moves so far; without moves the player gives up. */
export const answerPuzzle = ({ game, number }: ShownPuzzle, moves: readonly string[]) =>
  request<AnsweredPuzzle>(`/api/puzzles/${game}/${number}/answer`, { moves });

/** Check what the player is building. */
export const checkPuzzleDraft = ({ game, number }: ShownPuzzle, draft: unknown) =>
  request<CheckedPuzzleDraft>(`/api/puzzles/${game}/${number}/check`, { draft });

export const createTable = (table: NewTable) =>
  request<TableOpened>('/api/tables', { bot_pace: preferences.botPace, ...table });

/** Take any free seat at a public table. */
export const joinTable = (table: string) =>
  request<TableOpened>(`/api/tables/${encodeURIComponent(table)}/join`, {});

/** Take a seat at a public table, or at a new one that bots will fill. */
export const playNow = (wanted: PlayNow) =>
  request<TableOpened>('/api/play', { bot_pace: preferences.botPace, ...wanted });

/** Fetch the daily games of a day; of today by default. */
export const fetchDailyGames = (day = '') => request<Daily[]>(`/api/daily${day && `/${day}`}`);

/** Fetch the days of a month, such as 2026-11, on which the person finished a daily game. */
export const fetchDailyMonth = (game: string, month: string) =>
  request<DailyMonth>(`/api/daily/${game}/calendar/${month}`);

/** Create, or return to, the person's table for today's daily game. */
export const playDaily = (game: string) => request<TableOpened>(`/api/daily/${game}`, {});

/** Create, or return to, the person's practice table for a past daily game. */
export const practiseDaily = (day: string, game: string) =>
  request<TableOpened>(`/api/daily/${day}/${game}`, {});

/** Fetch the results of everyone who played the deal of a finished game. */
export const fetchDealResults = (table: string) =>
  request<DealResults>(`/api/deals/${encodeURIComponent(table)}`);

/** Create a table with the deal of a finished game, from one of its seats, against bots. */
export const playSameDeal = (table: string, seat: number) =>
  request<TableOpened>(`/api/tables/${encodeURIComponent(table)}/challenge`, { seat });

/** Create a table that continues a finished game from one of its positions, against bots. */
export const playOn = (table: string, from: PlayOn) =>
  request<TableOpened>(`/api/tables/${encodeURIComponent(table)}/play-on`, from);

/** Fetch the person's own seat at a table. */
export const fetchSeat = (table: string) =>
  request<YourSeat>(`/api/tables/${encodeURIComponent(table)}/seat`);

/** Fetch what a finished game changed for the current person; `null` if they did not play it. */
export const fetchOwnResult = (table: string) =>
  request<OwnResult | null>(`/api/tables/${encodeURIComponent(table)}/result`);

/** Fetch a mistake of the person's own games: the one after `after`, or the first. */
export const fetchNextMistake = (game: string, after: ShownMistake | null) =>
  request<NextMistake>(
    `/api/puzzles/${encodeURIComponent(game)}/mistakes${after ? `?table=${after.table}&version=${after.version}` : ''}`,
  );

/** Fetch the position of a finished game in which a decision was made. */
export const fetchMistake = (table: string, version: number) =>
  request<ShownMistake>(`/api/tables/${encodeURIComponent(table)}/mistakes/${version}`);

/** Make the decision again; without a move the player gives up. */
export const answerMistake = ({ table, version }: ShownMistake, moves: readonly string[]) =>
  request<AnsweredPuzzle>(`/api/tables/${table}/mistakes/${version}/answer`, { moves });

/** Check what the player is building. */
export const checkMistakeDraft = ({ table, version }: ShownMistake, draft: unknown) =>
  request<CheckedPuzzleDraft>(`/api/tables/${table}/mistakes/${version}/check`, { draft });

/** Fetch the solver's review of a finished game. */
export const fetchReview = (table: string) =>
  request<GameReview>(`/api/tables/${encodeURIComponent(table)}/review`);

/**
 * Fetch a record: complete after the end, before that what this person may know; or as one seat saw
 * it.
 */
export const fetchRecord = (table: string, seat: number | null = null) =>
  request<GameRecord>(recordPath(table, seat));

export function recordPath(table: string, seat: number | null = null): string {
  return `/api/tables/${encodeURIComponent(table)}/record${seat === null ? '' : `?seat=${seat}`}`;
}

/** Fetch the operator's imprint or privacy text. */
export async function fetchSiteText(name: string): Promise<string> {
  const response = await send(`/api/site/${name}`);
  return response.text();
}

export function guidePath(game: string, language: string): string {
  return `/api/guide/${encodeURIComponent(game)}/${language}`;
}

export async function fetchGuide(game: string, language: string): Promise<string> {
  const response = await send(guidePath(game, language));
  return response.text();
}

/** Send a request, with a body as `POST`; throws `ApiError` if the server refuses. */
export async function request<T>(path: string, body?: unknown): Promise<T> {
  const response = await send(path, body);
  const text = await response.text();
  return (text === '' ? null : JSON.parse(text)) as T;
}

async function send(path: string, body?: unknown): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, body === undefined ? {} : jsonPost(body));
  } catch {
    throw new ApiError(0, { id: 'page.error.unreachable', args: {} }, 'Unreachable');
  }
  if (!response.ok) throw await readError(response);
  return response;
}

function jsonPost(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}

async function readError(response: Response): Promise<ApiError> {
  const unknown: Message = { id: 'page.error.server', args: { status: response.status } };
  try {
    const { error, message } = await response.json();
    return new ApiError(response.status, message ?? unknown, error ?? 'Unknown');
  } catch {
    return new ApiError(response.status, unknown, 'Unknown');
  }
}
