/** The few plain requests; everything at a table goes over its socket. */
import type {
  GameInfo,
  GameRecord,
  Message,
  NewTable,
  Person,
  SeatRange,
  TableOpened,
} from './wire';

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

export const games = () => request<GameInfo[]>('/api/games');

/** How many may play with these options; what does not go together is refused. */
export const seatsWith = (game: string, options: NewTable['options']) =>
  request<SeatRange>(`/api/games/${encodeURIComponent(game)}/seats`, options);

export const me = () => request<Person | null>('/api/me');

export const beGuest = (name: string) => request<Person>('/api/guest', { name });

export const openTable = (table: NewTable) => request<TableOpened>('/api/tables', table);

/** The record: whole after the end, before that what this person may know; or as one seat saw it. */
export const recordOf = (table: string, seat: number | null = null) =>
  request<GameRecord>(recordPath(table, seat));

export function recordPath(table: string, seat: number | null = null): string {
  return `/api/tables/${encodeURIComponent(table)}/record${seat === null ? '' : `?seat=${seat}`}`;
}

export async function guide(game: string, language: string): Promise<string> {
  const response = await send(`/api/guide/${encodeURIComponent(game)}/${language}`);
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
