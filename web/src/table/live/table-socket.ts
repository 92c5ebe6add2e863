/**
 * The connection to a table. It reconnects when it breaks, tells the server which version it saw
 * last, and sends unanswered requests again with the same id: the server executes each id once.
 */
import { retryDelayMs, SHOW_LOST_AFTER_MS, socketUrl } from '../../net/reconnect';
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
type RequestMessage = Extract<FromClient, { id: string }>;
type WithoutId<T> = T extends { id: string } ? Omit<T, 'id'> : never;
export type TableRequest = WithoutId<RequestMessage>;
export type ResponseTo<R extends TableRequest> = R extends { type: 'draft' }
  ? Checked
  : R extends { type: 'hints' }
    ? Hints
    : R extends { type: 'history' }
      ? History
      : Done;
export type ServerPush = Exclude<FromTable, Done | Checked | Hints | History | Probe>;

/**
 * `connecting` until the first welcome, `wavering` while a short interruption is not shown,
 * `lost` after that, `unreachable` after many failed attempts, `#onRefused` if the server refused the
 * connection, `closed` after leaving.
 */
export type Connection =
  | 'connecting'
  | 'open'
  | 'interrupted'
  | 'lost'
  | 'unreachable'
  | 'refused'
  | 'closed';

export class RefusedError extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.error);
    this.refused = refused;
  }
}

/** The connection was closed before an answer arrived. */
export class ConnectionClosed extends Error {}

export interface SocketOptions {
  url: string;
  hello: () => Hello;
  onpush: (message: ServerPush) => void;
  onconnection: (connection: Connection, refused: Refused | null) => void;
  /** Called with the round trip of each ping, in milliseconds. */
  ondelay: (delay: number) => void;
  socket?: typeof WebSocket;
  random?: () => number;
}

interface PendingRequest {
  message: FromClient;
  resolve: (answer: Done | Checked | Hints | History) => void;
  reject: (error: Error) => void;
}

export const PING_INTERVAL_MS = 10_000;
export const PONG_TIMEOUT_MS = 5_000;
export const WELCOME_TIMEOUT_MS = 8_000;
/** After this many failed attempts the table counts as unreachable. */
export const ATTEMPTS_UNTIL_UNREACHABLE = 5;

type Timer = ReturnType<typeof setTimeout>;

export class TableSocket {
  #options: SocketOptions;
  #socket: WebSocket | null = null;
  #connection: Connection = 'connecting';
  #wasWelcomed = false;
  #attempts = 0;
  #pending = new Map<string, PendingRequest>();
  #retryTimer: Timer | undefined;
  #pingTimer: Timer | undefined;
  #timeoutTimer: Timer | undefined;
  #lostTimer: Timer | undefined;
  #pingSentAt = 0;
  #isHidden = false;

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  get connection(): Connection {
    return this.#connection;
  }

  connect(): void {
    this.#closeSocket();
    const socket = new (this.#options.socket ?? WebSocket)(this.#options.url);
    this.#socket = socket;
    socket.onopen = () => this.#send(this.#options.hello());
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)));
    socket.onclose = ({ code }) => this.#onDisconnect(code);
    this.#timeoutTimer = setTimeout(() => this.#onDisconnect(), WELCOME_TIMEOUT_MS);
  }

  /** Note whether the page is hidden, so that the server alerts the reader in other ways. */
  setHidden(hidden: boolean): void {
    if (hidden === this.#isHidden) return;
    this.#isHidden = hidden;
    if (this.#connection === 'open') this.#send({ type: 'hidden', hidden });
  }

  /** Reconnect at once: the network or the reader is back. */
  reconnectNow(): void {
    if (this.#connection === 'open') {
      this.#sendPing();
    } else if (['interrupted', 'lost', 'unreachable'].includes(this.#connection)) {
      this.connect();
    }
  }

  /** Start over, also after a refusal. */
  restart(): void {
    this.#attempts = 0;
    this.#setConnection('connecting');
    this.connect();
  }

  close(): void {
    this.#closeSocket();
    this.#setConnection('closed');
    for (const { reject } of this.#pending.values()) reject(new ConnectionClosed());
    this.#pending.clear();
  }

  /** Send a request; resolves with the answer, or rejects with a `RefusedError`. */
  request<R extends TableRequest>(request: R): Promise<ResponseTo<R>> {
    const id = newRequestId();
    const message = { ...request, id } as RequestMessage;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { message, resolve: resolve as PendingRequest['resolve'], reject });
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
        this.#takePending(message.id)?.resolve(message);
        return;
      case 'refused':
        this.#onRefused(message);
        return;
      case 'probe':
        this.#send({ type: 'echo', number: message.number });
        return;
      case 'pong':
        this.#onPong();
        break;
      case 'welcome':
        this.#onWelcome();
        break;
    }
    this.#options.onpush(message);
  }

  #takePending(id: string): PendingRequest | undefined {
    const waiting = this.#pending.get(id);
    this.#pending.delete(id);
    return waiting;
  }

  #onRefused(message: Refused): void {
    const waiting = message.id === null ? undefined : this.#takePending(message.id);
    if (waiting) {
      waiting.reject(new RefusedError(message));
    } else if (this.#connection !== 'open') {
      this.#closeSocket();
      this.#setConnection('refused', message);
    } else {
      this.#options.onpush(message);
    }
  }

  #onWelcome(): void {
    clearTimeout(this.#timeoutTimer);
    this.#wasWelcomed = true;
    this.#attempts = 0;
    // Resend before the change of state is announced: requests made then are sent at once.
    this.#resend();
    if (this.#isHidden) this.#send({ type: 'hidden', hidden: true });
    this.#setConnection('open');
    this.#schedulePing();
  }

  #resend(): void {
    for (const { message } of this.#pending.values()) this.#send(message);
  }

  #schedulePing(): void {
    clearTimeout(this.#pingTimer);
    this.#pingTimer = setTimeout(() => this.#sendPing(), PING_INTERVAL_MS);
  }

  #sendPing(): void {
    clearTimeout(this.#pingTimer);
    clearTimeout(this.#timeoutTimer);
    this.#pingSentAt = performance.now();
    this.#send({ type: 'ping' });
    this.#timeoutTimer = setTimeout(() => this.#onDisconnect(), PONG_TIMEOUT_MS);
  }

  #onPong(): void {
    clearTimeout(this.#timeoutTimer);
    this.#options.ondelay(performance.now() - this.#pingSentAt);
    this.#schedulePing();
  }

  #onDisconnect(code = 0): void {
    this.#closeSocket();
    this.#attempts++;
    if (this.#attempts > ATTEMPTS_UNTIL_UNREACHABLE) this.#setConnection('unreachable');
    else if (this.#connection === 'open') this.#startInterruption();
    else if (this.#wasWelcomed && this.#connection !== 'interrupted') this.#setConnection('lost');
    const wait = retryDelayMs(this.#attempts, code, this.#options.random);
    this.#retryTimer = setTimeout(() => this.connect(), wait);
  }

  #startInterruption(): void {
    this.#setConnection('interrupted');
    this.#lostTimer = setTimeout(() => this.#setConnection('lost'), SHOW_LOST_AFTER_MS);
  }

  #closeSocket(): void {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#pingTimer);
    clearTimeout(this.#timeoutTimer);
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #setConnection(connection: Connection, refused: Refused | null = null): void {
    if (connection === this.#connection && !refused) return;
    clearTimeout(this.#lostTimer);
    this.#connection = connection;
    this.#options.onconnection(connection, refused);
  }
}

/**
 * `crypto.randomUUID` exists only on secure pages, which a server in a home network may not have.
 */
export function newRequestId(): string {
  return randomHex(12);
}

/** Random bytes in hexadecimal. */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

export function tableSocketUrl(table: string, here: Pick<Location, 'protocol' | 'host'>): string {
  return socketUrl(`/api/tables/${table}/socket`, here);
}
