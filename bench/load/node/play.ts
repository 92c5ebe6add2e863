/** Ways to play at many tables, and how long the moves took. */
import type { Table } from './table.ts';

export interface Played {
  /** Acknowledged within the time. */
  moves: number;
  /** With those that were still on their way. */
  acknowledged: number;
  p50: number;
  p99: number;
  worst: number;
}

/** The maximum time to wait for the last responses, in milliseconds. */
const PATIENCE = 20_000;

/**
 * Every table moves again as soon as its last move is acknowledged and seen. A table that allows no
 * more moves is replaced by a spare one, so that the number of tables in play stays the same.
 */
export async function playOn(tables: Table[], spares: Table[], seconds: number): Promise<Played> {
  const times: number[] = [];
  const used = [...tables];
  const end = performance.now() + seconds * 1000;
  let moves = 0;
  for (let table of tables) {
    const next = (took: number) => {
      times.push(took);
      if (performance.now() >= end) return;
      moves += 1;
      if (table.isSpent) table = take(spares, used);
      table.move(next);
    };
    table.move(next);
  }
  await pause(seconds * 1000);
  await answered(used);
  return { moves, acknowledged: times.length, ...summary(times) };
}

/** Moves a spare table into play. */
function take(spares: Table[], used: Table[]): Table {
  const table = spares.pop();
  if (!table) throw new Error('there are no spare tables left: open more');
  used.push(table);
  return table;
}

/**
 * Every table moves once a period, one after the other. The time of a move is measured from when it
 * was due, even if the move before it delayed it.
 */
export async function playSteadily(
  tables: Table[],
  seconds: number,
  period: number,
): Promise<Played> {
  const times: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  const late = new Map<Table, number[]>(tables.map((table) => [table, []]));
  let moves = 0;
  const move = (table: Table, due: number) => {
    table.move((took) => {
      times.push(took);
      if (performance.now() < end) moves += 1;
      const next = late.get(table)?.shift();
      if (next !== undefined) move(table, next);
    }, due);
  };
  for (let number = 0, due = start; due < end; ) {
    while (due <= performance.now() && due < end) {
      const table = tables[number % tables.length] as Table;
      if (table.isBusy) late.get(table)?.push(due);
      else move(table, due);
      number += 1;
      due = start + (number * period) / tables.length;
    }
    await pause(1);
  }
  await answered(tables);
  return { moves, acknowledged: times.length, ...summary(times) };
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function answered(tables: Table[]): Promise<void> {
  const patience = performance.now() + PATIENCE;
  while (tables.some((table) => table.isBusy)) {
    if (performance.now() > patience) throw new Error('a move was never answered');
    await pause(5);
  }
}

export function summary(times: number[]): { p50: number; p99: number; worst: number } {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), worst: at(1) };
}
