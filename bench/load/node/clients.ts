/**
 * The load: people at many tables of one server, in one program.
 *
 * Started with the kind of server and its addresses; does what each line on its input says, and
 * answers in a line.
 */
import { createInterface } from 'node:readline';
import { Boardgameio } from './boardgameio.ts';
import { pause, playOn, playSteadily, summary } from './play.ts';
import { Quincunx } from './quincunx.ts';
import type { House, Table } from './table.ts';

/** How many tables are being opened at a time. */
const AT_ONCE = 16;

const [kind, ...urls] = process.argv.slice(2);
const house: House = kind === 'quincunx' ? new Quincunx(urls) : new Boardgameio(urls);
const tables: Table[] = [];
let watchers = 0;
let seen = () => {};

interface Wish {
  wish: 'open' | 'watch' | 'play' | 'fan_out';
  /** How many there shall be, or take part. */
  tables: number;
  watchers: number;
  seconds: number;
  /** Milliseconds between two moves of a table; none: as quickly as they go. */
  period: number | null;
  moves: number;
}

const grant: Record<Wish['wish'], (wish: Wish) => Promise<object>> = {
  open: async (wish) => {
    let number = tables.length;
    await inTurn(wish.tables - playable().length, async () => {
      tables.push(await house.open(number++));
    });
    return { tables: tables.length };
  },

  /** They come to all tables in turn. */
  watch: async (wish) => {
    await inTurn(wish.watchers - watchers, async () => {
      const number = watchers++;
      await house.watch(tables[number % tables.length] as Table, number, () => seen());
    });
    return { watchers };
  },

  play: async (wish) => {
    const before = process.cpuUsage();
    const [chosen, spares] = [playable().slice(0, wish.tables), playable().slice(wish.tables)];
    const played =
      wish.period === null
        ? await playOn(chosen, spares, wish.seconds)
        : await playSteadily(chosen, wish.seconds, wish.period);
    const used = process.cpuUsage(before);
    return { ...played, cpu: (used.user + used.system) / 1e6 };
  },

  /** One move after the other at the first table, each after everybody has seen the last. */
  fan_out: async (wish) => {
    const acknowledged: number[] = [];
    const everywhere: number[] = [];
    for (let move = 0; move < wish.moves; move++) {
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

async function inTurn(count: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

for await (const line of createInterface({ input: process.stdin })) {
  const wish: Wish = JSON.parse(line);
  console.log(JSON.stringify(await grant[wish.wish](wish)));
}
process.exit();
