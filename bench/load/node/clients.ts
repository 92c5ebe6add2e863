/**
 * The load: clients at many tables of one server, in one program.
 *
 * The arguments are the kind of server and its addresses. Each line of the input is a command, and
 * each line of the output its result.
 */
import { createInterface } from 'node:readline';
import { Boardgameio } from './boardgameio.ts';
import { pause, playOn, playSteadily, summary } from './play.ts';
import { Quincunx } from './quincunx.ts';
import type { GameServer, Table } from './table.ts';

/** The number of tables that are created at the same time. */
const PARALLEL_REQUESTS = 16;

const [kind, ...urls] = process.argv.slice(2);
const server: GameServer = kind === 'quincunx' ? new Quincunx(urls) : new Boardgameio(urls);
const tables: Table[] = [];
let watchers = 0;
let seen = () => {};

interface Command {
  command: 'open' | 'watch' | 'play' | 'fan_out';
  /** The number of tables to create, or to play at. */
  tables: number;
  watchers: number;
  seconds: number;
  /** Milliseconds between two moves of a table; `null`: as fast as possible. */
  period: number | null;
  moves: number;
}

const handlers: Record<Command['command'], (command: Command) => Promise<object>> = {
  open: async (command) => {
    let number = tables.length;
    await inParallel(command.tables - playable().length, async () => {
      tables.push(await server.open(number++));
    });
    return { tables: tables.length };
  },

  /** Distributes the spectators over the tables. */
  watch: async (command) => {
    await inParallel(command.watchers - watchers, async () => {
      const number = watchers++;
      await server.watch(tables[number % tables.length] as Table, number, () => seen());
    });
    return { watchers };
  },

  play: async (command) => {
    const before = process.cpuUsage();
    const [chosen, spares] = [
      playable().slice(0, command.tables),
      playable().slice(command.tables),
    ];
    const played =
      command.period === null
        ? await playOn(chosen, spares, command.seconds)
        : await playSteadily(chosen, command.seconds, command.period);
    const used = process.cpuUsage(before);
    return { ...played, cpu: (used.user + used.system) / 1e6 };
  },

  /** Plays moves at the first table, each after all spectators have received the last. */
  fan_out: async (command) => {
    const acknowledged: number[] = [];
    const everywhere: number[] = [];
    for (let move = 0; move < command.moves; move++) {
      const start = performance.now();
      let left = watchers;
      const all = new Promise<void>((resolve) => {
        seen = () => {
          left -= 1;
          if (left === 0) resolve();
        };
      });
      const done = new Promise<number>((resolve) => tables[0]?.move(resolve, start));
      acknowledged.push(await done);
      await all;
      everywhere.push(performance.now() - start);
      await pause(50);
    }
    return { acknowledged: summary(acknowledged), everywhere: summary(everywhere) };
  },
};

/** The tables at which moves can still be made. */
function playable(): Table[] {
  return tables.filter((table) => !table.isSpent);
}

async function inParallel(count: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, worker));
}

for await (const line of createInterface({ input: process.stdin })) {
  const command: Command = JSON.parse(line);
  console.log(JSON.stringify(await handlers[command.command](command)));
}
process.exit();
