/** What waits for the current person: invitations and friend requests, live over a socket. */
import { retryDelayMs, socketUrl } from '../net/reconnect';
import type { News } from '../wire';

/** A hidden tab disconnects after this time, so that its person is no longer online. */
export const DISCONNECT_HIDDEN_AFTER_MS = 60_000;

class NewsConnection {
  latest = $state.raw<News>({ type: 'news', invitations: [], requests: 0 });

  #socket: WebSocket | null = null;
  #attempts = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  /** Receive news until the returned function is called. */
  listen(): () => void {
    addEventListener('online', this.#connect);
    document.addEventListener('visibilitychange', this.#onVisibilityChange);
    this.#connect();
    return () => {
      removeEventListener('online', this.#connect);
      document.removeEventListener('visibilitychange', this.#onVisibilityChange);
      clearTimeout(this.#hiddenTimer);
      this.#close();
    };
  }

  #onVisibilityChange = (): void => {
    clearTimeout(this.#hiddenTimer);
    if (document.hidden)
      this.#hiddenTimer = setTimeout(() => this.#close(), DISCONNECT_HIDDEN_AFTER_MS);
    else if (!this.#socket) this.#connect();
  };

  #connect = (): void => {
    this.#close();
    const socket = new WebSocket(socketUrl('/api/news/socket', location));
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      this.#attempts = 0;
      this.latest = JSON.parse(String(data));
    };
    socket.onclose = ({ code }) => {
      this.#close();
      this.#retryTimer = setTimeout(this.#connect, retryDelayMs(++this.#attempts, code));
    };
  };

  #close(): void {
    clearTimeout(this.#retryTimer);
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    socket.onmessage = socket.onclose = null;
    socket.close();
  }
}

export const news = new NewsConnection();
