/** The few plain requests; everything at a table goes over its socket. */
import type {
  Daily,
  DealResults,
  DeleteMe,
  GameInfo,
  GameRecord,
  LogIn,
  Me,
  Message,
  NewPassword,
  NewTable,
  PlayNow,
  PlayOn,
  Profile,
  Register,
  Review,
  SeatRange,
  TableOpened,
} from './wire';
import { say, tell } from './words';

/** The server said no, or could not be reached (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly reason: Message;

  constructor(status: number, reason: Message, kind: string) {
    super(kind);
    this.status = status;
    this.reason = reason;
  }
}

/** Why something failed, in words. */
export function whyNot(error: unknown): string {
  return error instanceof ApiError ? tell(error.reason) : say('page.error.unreachable');
}

export const games = () => request<GameInfo[]>('/api/games');

/** How many may play with these options; what does not go together is refused. */
export const seatsWith = (game: string, options: NewTable['options']) =>
  request<SeatRange>(`/api/games/${encodeURIComponent(game)}/seats`, options);

export const me = () => request<Me | null>('/api/me');

/** Comes in under a name, or takes another one. */
export const beGuest = (name: string) => request<Me>('/api/guest', { name });

export const register = (account: Register) => request<Me>('/api/account', account);
export const logIn = (account: LogIn) => request<Me>('/api/login', account);
export const logOut = () => request<null>('/api/logout', {});
export const logOutEverywhere = () => request<null>('/api/logout-everywhere', {});
export const changePassword = (change: NewPassword) => request<null>('/api/password', change);
export const deleteMe = (sure: DeleteMe) => request<null>('/api/delete', sure);
/** All that the house knows of us, as a file. */
export const EXPORT = '/api/export';

/** A person, with the games that ended before a time, or the latest ones. */
export const profile = (person: string, before: number | null = null) =>
  request<Profile>(
    `/api/people/${encodeURIComponent(person)}${before === null ? '' : `?before=${before}`}`,
  );

export const openTable = (table: NewTable) => request<TableOpened>('/api/tables', table);

/** Any free seat at an open table. */
export const joinTable = (table: string) =>
  request<TableOpened>(`/api/tables/${encodeURIComponent(table)}/join`, {});

/** A seat at an open table, or at a new one that bots will fill. */
export const playNow = (wanted: PlayNow) => request<TableOpened>('/api/play', wanted);

/** The deals of a day, today's without one. */
export const dailies = (day = '') => request<Daily[]>(`/api/daily${day && `/${day}`}`);

/** Our table with today's deal of a game: a new one, or the one that we have begun. */
export const playDaily = (game: string) => request<TableOpened>(`/api/daily/${game}`, {});

/** Our table with a past day's deal: a new one, or the one where we are trying it. */
export const tryDaily = (day: string, game: string) =>
  request<TableOpened>(`/api/daily/${day}/${game}`, {});

/** Who has played the deal of a finished game. */
export const resultsOf = (table: string) =>
  request<DealResults>(`/api/deals/${encodeURIComponent(table)}`);

/** The deal of a finished game once more, from one of its seats, against bots. */
export const challenge = (table: string, seat: number) =>
  request<TableOpened>(`/api/tables/${encodeURIComponent(table)}/challenge`, { seat });

/** A finished game from one of its positions on, against bots. */
export const playOn = (table: string, from: PlayOn) =>
  request<TableOpened>(`/api/tables/${encodeURIComponent(table)}/play-on`, from);

/** A finished game, looked at again by the solver. */
export const reviewOf = (table: string) =>
  request<Review>(`/api/tables/${encodeURIComponent(table)}/review`);

/** The record: whole after the end, before that what this person may know; or as one seat saw it. */
export const recordOf = (table: string, seat: number | null = null) =>
  request<GameRecord>(recordPath(table, seat));

export function recordPath(table: string, seat: number | null = null): string {
  return `/api/tables/${encodeURIComponent(table)}/record${seat === null ? '' : `?seat=${seat}`}`;
}

export function guidePath(game: string, language: string): string {
  return `/api/guide/${encodeURIComponent(game)}/${language}`;
}

export async function guide(game: string, language: string): Promise<string> {
  const response = await send(guidePath(game, language));
  return response.text();
}

async function request<T>(path: string, body?: unknown): Promise<T> {
  const response = await send(path, body);
  const text = await response.text();
  return (text === '' ? null : JSON.parse(text)) as T;
}

async function send(path: string, body?: unknown): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, body === undefined ? {} : posted(body));
  } catch {
    throw new ApiError(0, { id: 'page.error.unreachable', args: {} }, 'Unreachable');
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

function posted(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}

async function refusal(response: Response): Promise<ApiError> {
  const unknown: Message = { id: 'page.error.server', args: { status: response.status } };
  try {
    const { error, message } = await response.json();
    return new ApiError(response.status, message ?? unknown, error ?? 'Unknown');
  } catch {
    return new ApiError(response.status, unknown, 'Unknown');
  }
}
