/**
 * The connection to a table. It reconnects when it breaks, tells the server which version it saw
 * last, and
 * sends unanswered requests again with the same id: the server executes each id once.
 */
import { lineTo, patience, UNNOTICED } from '../../net/reconnect';
import type {
  Checked,
  Done,
  FromClient,
  FromTable,
  Hello,
  Hints,
  History,
  Probe,
  Refused,
} from '../../wire';

/** Messages with an id, which are answered. */
type Asking = Extract<FromClient, { id: string }>;
type WithoutId<T> = T extends { id: string } ? Omit<T, 'id'> : never;
export type Request = WithoutId<Asking>;
export type Answer<R extends Request> = R extends { type: 'draft' }
  ? Checked
  : R extends { type: 'hints' }
    ? Hints
    : R extends { type: 'history' }
      ? History
      : Done;
export type Push = Exclude<FromTable, Done | Checked | Hints | History | Probe>;

/**
 * `connecting` until the first welcome, `wavering` while a short interruption is not shown,
 * `lost` after that, `unreachable` after many failed attempts, `refused` if the server refused the
 * connection, `closed` after leaving.
 */
export type Connection =
  | 'connecting'
  | 'open'
  | 'wavering'
  | 'lost'
  | 'unreachable'
  | 'refused'
  | 'closed';

export class Refusal extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.error);
    this.refused = refused;
  }
}

/** The connection was closed before an answer arrived. */
export class Hungup extends Error {}

export interface Line {
  url: string;
  hello: () => Hello;
  onpush: (message: Push) => void;
  onconnection: (connection: Connection, refused: Refused | null) => void;
  /** Called with the round trip of each ping, in milliseconds. */
  ondelay: (delay: number) => void;
  socket?: typeof WebSocket;
  random?: () => number;
}

interface Waiting {
  message: FromClient;
  resolve: (answer: Done | Checked | Hints | History) => void;
  reject: (error: Error) => void;
}

export const PING_EVERY = 10_000;
export const PONG_WITHIN = 5_000;
export const WELCOME_WITHIN = 8_000;
/** After this many failed attempts the table counts as unreachable. */
export const MANY_ATTEMPTS = 5;

type Timer = ReturnType<typeof setTimeout>;

export class TableSocket {
  #line: Line;
  #socket: WebSocket | null = null;
  #connection: Connection = 'connecting';
  #welcomed = false;
  #attempts = 0;
  #waiting = new Map<string, Waiting>();
  #retry: Timer | undefined;
  #ping: Timer | undefined;
  #giveUp: Timer | undefined;
  #notice: Timer | undefined;
  #pinged = 0;

  constructor(line: Line) {
    this.#line = line;
  }

  get connection(): Connection {
    return this.#connection;
  }

  connect(): void {
    this.#drop();
    const socket = new (this.#line.socket ?? WebSocket)(this.#line.url);
    this.#socket = socket;
    socket.onopen = () => this.#send(this.#line.hello());
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)));
    socket.onclose = ({ code }) => this.#lose(code);
    this.#giveUp = setTimeout(() => this.#lose(), WELCOME_WITHIN);
  }

  /** Reconnect at once: the network or the reader is back. */
  hurry(): void {
    if (this.#connection === 'open') {
      this.#beat();
    } else if (['wavering', 'lost', 'unreachable'].includes(this.#connection)) {
      this.connect();
    }
  }

  /** Start over, also after a refusal. */
  again(): void {
    this.#attempts = 0;
    this.#become('connecting');
    this.connect();
  }

  close(): void {
    this.#drop();
    this.#become('closed');
    for (const { reject } of this.#waiting.values()) reject(new Hungup());
    this.#waiting.clear();
  }

  /** Send a request; resolves with the answer, or rejects with a `RefusedError`. */
  ask<R extends Request>(request: R): Promise<Answer<R>> {
    const id = freshId();
    const message = { ...request, id } as Asking;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { message, resolve: resolve as Waiting['resolve'], reject });
      if (this.#connection === 'open') this.#send(message);
    });
  }

  #send(message: FromClient): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #receive(message: FromTable): void {
    switch (message.type) {
      case 'done':
      case 'checked':
      case 'hints':
      case 'history':
        this.#settle(message.id)?.resolve(message);
        return;
      case 'refused':
        this.#refused(message);
        return;
      case 'probe':
        this.#send({ type: 'echo', number: message.number });
        return;
      case 'pong':
        this.#heard();
        break;
      case 'welcome':
        this.#welcome();
        break;
    }
    this.#line.onpush(message);
  }

  #settle(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #refused(message: Refused): void {
    const waiting = message.id === null ? undefined : this.#settle(message.id);
    if (waiting) {
      waiting.reject(new Refusal(message));
    } else if (this.#connection !== 'open') {
      this.#drop();
      this.#become('refused', message);
    } else {
      this.#line.onpush(message);
    }
  }

  #welcome(): void {
    clearTimeout(this.#giveUp);
    this.#welcomed = true;
    this.#attempts = 0;
    // Resend before the change of state is announced: requests made then are sent at once.
    this.#resend();
    this.#become('open');
    this.#schedulePing();
  }

  #resend(): void {
    for (const { message } of this.#waiting.values()) this.#send(message);
  }

  #schedulePing(): void {
    clearTimeout(this.#ping);
    this.#ping = setTimeout(() => this.#beat(), PING_EVERY);
  }

  #beat(): void {
    clearTimeout(this.#ping);
    clearTimeout(this.#giveUp);
    this.#pinged = performance.now();
    this.#send({ type: 'ping' });
    this.#giveUp = setTimeout(() => this.#lose(), PONG_WITHIN);
  }

  #heard(): void {
    clearTimeout(this.#giveUp);
    this.#line.ondelay(performance.now() - this.#pinged);
    this.#schedulePing();
  }

  #lose(code = 0): void {
    this.#drop();
    this.#attempts++;
    if (this.#attempts > MANY_ATTEMPTS) this.#become('unreachable');
    else if (this.#connection === 'open') this.#waver();
    else if (this.#welcomed && this.#connection !== 'wavering') this.#become('lost');
    const wait = patience(this.#attempts, code, this.#line.random);
    this.#retry = setTimeout(() => this.connect(), wait);
  }

  #waver(): void {
    this.#become('wavering');
    this.#notice = setTimeout(() => this.#become('lost'), UNNOTICED);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#ping);
    clearTimeout(this.#giveUp);
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #become(connection: Connection, refused: Refused | null = null): void {
    if (connection === this.#connection && !refused) return;
    clearTimeout(this.#notice);
    this.#connection = connection;
    this.#line.onconnection(connection, refused);
  }
}

/**
 * `crypto.randomUUID` exists only on secure pages, which a server in a home network may not have.
 */
export function freshId(): string {
  return hex(12);
}

/** Random bytes in hexadecimal. */
export function hex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

export function socketUrl(table: string, here: Pick<Location, 'protocol' | 'host'>): string {
  return lineTo(`/api/tables/${table}/socket`, here);
}
