/** Tables at our server. */
import { request } from 'node:http';
import WebSocket from 'ws';
import { SEATS } from './quatrefoil.ts';
import { type GameServer, Table } from './table.ts';

/** The number of guests for each address: below the server's limit for new guests. */
const ONE_ADDRESS = 100;
const WATCHERS = 1 << 20;

interface Opened {
  id: string;
  invite: string;
}

class QuincunxTable extends Table {
  readonly number: number;
  readonly opened: Opened;
  readonly #sockets: WebSocket[];

  constructor(number: number, opened: Opened, sockets: WebSocket[], seat: number, version: number) {
    super(seat, version);
    this.number = number;
    this.opened = opened;
    this.#sockets = sockets;
    for (const [number, socket] of sockets.entries()) {
      socket.on('message', (data: Buffer) => this.#hear(number, data));
    }
  }

  protected override play(seat: number, version: number, move: string): void {
    this.#sockets[seat]?.send(
      `{"type":"play","id":"${version}","version":${version},"move":"${move}"}`,
    );
  }

  #hear(seat: number, data: Buffer): void {
    switch (kindOf(data)) {
      case 'done':
        this.acknowledged(JSON.parse(data.toString()).version);
        break;
      case 'upda':
        this.shown(seat);
        break;
      case 'refu':
        throw new Error(data.toString());
    }
  }
}

/** The beginning of a message's type, without reading the message. */
function kindOf(data: Buffer): string {
  return data.toString('latin1', 9, 13);
}

/** With several servers, all clients of a table use the same one, as behind our nginx. */
export class Quincunx implements GameServer {
  readonly #urls: URL[];

  constructor(urls: string[]) {
    this.#urls = urls.map((url) => new URL(url));
  }

  async open(number: number): Promise<Table> {
    const people = await Promise.all(
      Array.from({ length: SEATS }, (_, seat) => this.#guest(number * SEATS + seat, number)),
    );
    const opened: Opened = JSON.parse(
      (await people[0]?.ask('/api/tables', { game: 'quatrefoil' }))?.body ?? '',
    );
    const sockets: WebSocket[] = [];
    for (const [seat, person] of people.entries()) {
      const socket = await person.join(opened);
      if (seat > 0) await answer(socket, { type: 'sit', id: 'sit', seat });
      sockets.push(socket);
    }
    const dealt = Promise.all(sockets.map((socket) => nextMessage(socket, 'upda')));
    for (const socket of sockets) {
      await answer(socket, { type: 'ready', id: 'ready', nonce: `${number}` });
    }
    const { position } = JSON.parse((await dealt)[0] ?? '');
    return new QuincunxTable(number, opened, sockets, position.active[0], position.version);
  }

  async watch(table: Table, number: number, seen: () => void): Promise<WebSocket> {
    const { opened, number: at } = table as QuincunxTable;
    const person = await this.#guest(WATCHERS + number, at);
    const socket = await person.join(opened);
    socket.on('message', (data: Buffer) => {
      if (kindOf(data) === 'upda') seen();
    });
    return socket;
  }

  async #guest(number: number, table: number): Promise<Person> {
    const url = this.#urls[table % this.#urls.length] as URL;
    const person = new Person(url, addressOf(Math.floor(number / ONE_ADDRESS)));
    const { cookie } = await person.ask('/api/guest', { name: `Person ${number}` });
    person.cookie = cookie;
    return person;
  }
}

/** Returns a loopback address. */
function addressOf(number: number): string {
  return `127.${1 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
}

class Person {
  cookie = '';
  readonly #url: URL;
  readonly #address: string;

  constructor(url: URL, address: string) {
    this.#url = url;
    this.#address = address;
  }

  ask(path: string, body: object): Promise<{ cookie: string; body: string }> {
    const options = {
      host: this.#url.hostname,
      port: this.#url.port,
      path,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: this.cookie },
      localAddress: this.#address,
      agent: false as const,
    };
    return new Promise((resolve, reject) => {
      const sending = request(options, async (response) => {
        const text = (await response.setEncoding('utf8').toArray()).join('');
        if ((response.statusCode ?? 500) >= 300) reject(new Error(text));
        resolve({ cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '', body: text });
      });
      sending.on('error', reject);
      sending.end(JSON.stringify(body));
    });
  }

  async join(table: Opened): Promise<WebSocket> {
    const socket = new WebSocket(`ws://${this.#url.host}/api/tables/${table.id}/socket`, {
      headers: { Cookie: this.cookie },
      localAddress: this.#address,
      perMessageDeflate: false,
      skipUTF8Validation: true,
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const welcome = nextMessage(socket, 'welc');
    socket.send(JSON.stringify({ type: 'hello', invite: table.invite }));
    await welcome;
    socket.on('close', (code) => {
      throw new Error(`the server hung up: ${code}`);
    });
    return socket;
  }
}

async function answer(socket: WebSocket, request: object): Promise<void> {
  const done = nextMessage(socket, 'done');
  socket.send(JSON.stringify(request));
  await done;
}

/** Waits for the next message of that kind. */
function nextMessage(socket: WebSocket, kind: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const listen = (data: Buffer) => {
      const found = kindOf(data);
      if (found === 'refu') reject(new Error(data.toString()));
      if (found !== kind) return;
      socket.off('message', listen);
      resolve(data.toString());
    };
    socket.on('message', listen);
  });
}
