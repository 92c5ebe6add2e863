/** Tables at boardgame.io's server, over the frames that socket.io itself would send. */
import WebSocket from 'ws';
import { SEATS } from './quatrefoil.ts';
import { type GameServer, Table } from './table.ts';

/** socket.io's: an event in the game's namespace. */
const EVENT = '42/quatrefoil,';
const UPDATE = `${EVENT}["update"`;

class BoardgameioTable extends Table {
  readonly id: string;
  readonly #sockets: WebSocket[];

  constructor(id: string, sockets: WebSocket[]) {
    super(0, 0);
    this.id = id;
    this.#sockets = sockets;
    for (const [number, socket] of sockets.entries()) {
      socket.on('message', (data: Buffer) => {
        if (isUpdate(data)) this.#hear(number, data);
      });
    }
  }

  protected override play(seat: number, version: number, move: string): void {
    const action = `{"type":"MAKE_MOVE","payload":{"type":"act","args":["${move}"],"playerID":"${seat}"}}`;
    this.#sockets[seat]?.send(`${EVENT}["update",${action},${version},"${this.id}","${seat}"]`);
  }

  #hear(seat: number, data: Buffer): void {
    // The new state is the acknowledgement for the player, as in boardgame.io's own client.
    if (this.isMoving(seat)) {
      this.acknowledged(JSON.parse(data.toString('utf8', EVENT.length))[2]._stateID);
    }
    this.shown(seat);
  }
}

function isUpdate(data: Buffer): boolean {
  return data.toString('latin1', 0, UPDATE.length) === UPDATE;
}

export class Boardgameio implements GameServer {
  readonly #address: string;

  constructor([url]: string[]) {
    this.#address = `${url?.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  }

  async open(number: number): Promise<Table> {
    const id = `table${number}`;
    const sockets: WebSocket[] = [];
    for (let seat = 0; seat < SEATS; seat++) sockets.push(await this.#join(id, `"${seat}"`));
    return new BoardgameioTable(id, sockets);
  }

  async watch(table: Table, _number: number, seen: () => void): Promise<WebSocket> {
    const socket = await this.#join((table as BoardgameioTable).id, 'null');
    socket.on('message', (data: Buffer) => {
      if (isUpdate(data)) seen();
    });
    return socket;
  }

  /** The first who asks for a match makes it; without credentials, so that none are checked. */
  async #join(id: string, player: string): Promise<WebSocket> {
    const socket = new WebSocket(this.#address, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
    });
    socket.on('message', (data: Buffer) => {
      if (data.length === 1 && data[0] === 0x32) socket.send('3');
    });
    await nextMessage(socket, '0');
    socket.send('40/quatrefoil,');
    await nextMessage(socket, '40/quatrefoil');
    socket.send(`${EVENT}["sync","${id}",${player},null,${SEATS}]`);
    await nextMessage(socket, `${EVENT}["sync"`);
    socket.on('close', (code) => {
      throw new Error(`the server hung up: ${code}`);
    });
    return socket;
  }
}

function nextMessage(socket: WebSocket, beginning: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const listen = (data: Buffer) => {
      if (data.toString('latin1', 0, beginning.length) !== beginning) return;
      socket.off('message', listen);
      resolve();
    };
    socket.on('message', listen);
    socket.once('error', reject);
  });
}
