/** For tests: a WebSocket whose server is the test. */
import type { FromClient, FromTable, LobbyChanged, LobbySnapshot } from '../wire';

export class TestSocket {
  static all: TestSocket[] = [];
  static get last(): TestSocket {
    const socket = TestSocket.all.at(-1);
    if (!socket) throw new Error('nothing has connected');
    return socket;
  }

  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  /** What the client has sent. */
  sent: FromClient[] = [];
  closed = false;

  constructor() {
    TestSocket.all.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
  }

  /** Let a message of the server arrive. */
  deliver(message: FromTable | LobbySnapshot | LobbyChanged) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** Interrupt the connection. */
  drop(code = 1006) {
    this.onclose?.({ code });
  }
}

/** The id of the last request that the client has sent. */
export function lastRequestId(): string {
  const message = TestSocket.last.sent.at(-1);
  return message && 'id' in message ? message.id : '';
}
