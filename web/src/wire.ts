// Made from src/quincunx/wire.py by scripts/wire_types.py: change that, not this.

/** Asks for a name to play under. */
export interface Guest {
  name: string;
}

/** Opens a table; the host sits down at the first seat, bots at the others that name one. */
export interface NewTable {
  game: string;
  options?: { [key: string]: unknown };
  seats?: number | null;
  /** Seat to level. */
  bots?: { [key: number]: string };
}

/** The first message: the invitation, if there is one, and the last version seen. */
export interface Hello {
  type: 'hello';
  invite?: string;
  since?: number | null;
}

/** Takes a free seat, or another one. */
export interface Sit {
  type: 'sit';
  id: string;
  seat: number;
  member?: number;
}

/** Gives the seat up before the game has begun. */
export interface Leave {
  type: 'leave';
  id: string;
}

/** Puts a bot on an empty seat, or (`level` none) takes it off. The host's right. */
export interface SeatBot {
  type: 'seat_bot';
  id: string;
  seat: number;
  level: string | null;
  member?: number;
}

/** Wants to begin, and brings a nonce for the deal. When all are ready the cards are dealt. */
export interface Ready {
  type: 'ready';
  id: string;
  nonce: string;
}

/** A move in notation, made while looking at `version`. Sent twice, it is played once. */
export interface Play {
  type: 'play';
  id: string;
  version: number;
  move: string;
}

/** What the seat is building; the last one counts. Answered by its faults. */
export interface Draft {
  type: 'draft';
  id: string;
  draft: unknown;
}

/** Asks for help, up to the `count`-th hint. */
export interface AskHints {
  type: 'hints';
  id: string;
  count: number;
}

/** Wants the same again, after the end. */
export interface AskRematch {
  type: 'rematch';
  id: string;
}

/** The answer to a probe, at once. */
export interface Echo {
  type: 'echo';
  number: number;
}

/** Is the table still there? */
export interface Ping {
  type: 'ping';
}

/** One option, described for whoever wants to offer it. */
export interface Option {
  name: string;
  kind: 'choice' | 'flag' | 'number' | 'text';
  default: boolean | number | string | null;
  choices: string[];
  low: number | null;
  high: number | null;
  /** Whether `None` is a value: a number that may be left out. */
  can_be_off: boolean;
  needs: { [key: string]: (boolean | number | string | null)[] };
  excludes: { [key: string]: (boolean | number | string | null)[] };
}

/** A game, as much as is needed to offer it. */
export interface GameInfo {
  name: string;
  options: Option[];
  fewest: number;
  /** Seats, with the options as they come. */
  most: number;
  bots: string[];
}

/** How many may play with some options. */
export interface SeatRange {
  fewest: number;
  most: number;
}

/** Somebody, as others may know them. */
export interface Person {
  id: string;
  name: string;
}

/** Where it is, and the secret that lets others in. */
export interface TableOpened {
  id: string;
  invite: string;
}

/** Who sits at a seat: a person or a bot. */
export interface Sitter {
  person: Person | null;
  bot: string | null;
  ready: boolean;
  /** Whether the person is connected; bots always are. */
  here: boolean;
}

/** A seat and the members of its team, one where there are no teams. */
export interface Seat {
  members: (Sitter | null)[];
}

/** A table as everybody at it may know it. */
export interface Table {
  id: string;
  game: string;
  options: { [key: string]: unknown };
  seats: Seat[];
  host: Person;
  phase: 'gathering' | 'over' | 'playing';
  /** The promise about the deal, shown before anyone is ready. */
  commitment: string;
  /** How many look on without a seat. */
  watching: number;
  /** The next table of the same people. */
  rematch: string | null;
}

/** Something to be said, in any language. */
export interface Message {
  id: string;
  args: { [key: string]: number | string | (string | number)[] };
}

/** One thing that happened, as this viewer saw it. */
export interface Step {
  version: number;
  at: number;
  seat: number | null;
  move: string | null;
  events: Message[];
}

/** A legal move, in notation and in words, with what it would bring about if that is known. */
export interface Move {
  move: string;
  words: Message;
  effect: unknown;
}

/** Who won, with what scores, and why it ended. */
export interface Outcome {
  /** The winning seats: several after a tie or together, none where everybody loses. */
  winners: number[];
  /** By seat; what a score means is the game's matter. */
  scores: number[];
  reason: Message;
}

/** Where the game stands for this viewer. */
export interface Position {
  version: number;
  /** Table time, in milliseconds. */
  now: number;
  view: unknown;
  active: number[];
  awaited: number[];
  /** Which member of this viewer's team is to act; none: any. */
  member: number | null;
  moves: Move[];
  /** Whether `moves` is all there is; otherwise a draft is built and checked. */
  all_moves: boolean;
  deadline: number | null;
  /** How far each seat's draft has come. */
  progress: { [key: number]: number };
  draft: unknown;
  /** The drafts that are open to all. */
  drafts: { [key: number]: unknown };
  outcome: Outcome | null;
}

/** The answer to `hello`: who you are, the table, and what you missed. */
export interface Welcome {
  type: 'welcome';
  you: Person;
  seat: number | null;
  member: number;
  table: Table;
  /** The invitation, to pass on. */
  invite: string;
  steps: Step[];
  position: Position | null;
}

/** Somebody sat down, left, is ready, came or went. */
export interface TableChanged {
  type: 'table';
  table: Table;
  seat: number | null;
  member: number;
}

/** Something happened in the game. */
export interface Update {
  type: 'update';
  steps: Step[];
  position: Position;
}

/** How far the drafts have come. */
export interface Progress {
  type: 'progress';
  progress: { [key: number]: number };
}

/** The request with that id is carried out and durably stored. */
export interface Done {
  type: 'done';
  id: string;
  /** For a move: the version that it made. */
  version: number | null;
}

/** What is wrong with a draft, and where. */
export interface Fault {
  message: Message;
  cells: string[];
}

/** What is wrong with the draft. */
export interface Checked {
  type: 'checked';
  id: string;
  faults: Fault[];
}

/** One step of help. */
export interface Hint {
  message: Message;
  move: string | null;
}

/** Help, from the gentlest to the plainest, as much as was asked for. */
export interface Hints {
  type: 'hints';
  id: string;
  hints: Hint[];
  more: boolean;
}

/** It was not done, and why; nothing is lost. */
export interface Refused {
  type: 'refused';
  id: string | null;
  /** The kind of refusal: `IllegalMove`, `WrongSeat`, `StaleMove`, … */
  error: string;
  message: Message;
  rule: string | null;
  offending: string[];
}

/** Measures how long the line takes, there and back; only at tables where moments decide. */
export interface Probe {
  type: 'probe';
  number: number;
}

/** It is. */
export interface Pong {
  type: 'pong';
  /** Table time, while a game is on. */
  now: number | null;
}

/** What chance did once. */
export interface Result {
  stream: string;
  to: number | null;
  values: number[];
}

/** One thing that happened, as each viewer may know it. */
export interface Event {
  /** What everybody may know; `None`: others notice nothing. */
  public: Message | null;
  /** What these seats see in its place. */
  private: { [key: number]: Message };
}

/** The deal, a move, or a deadline (no seat). */
export interface RecordStep {
  at: number;
  seat?: number | null;
  move?: string | null;
  chance?: Result[];
  events?: Event[];
  /** What it changed in the viewer's view; the first step lays out all of it. */
  scene?: [(string | number)[], unknown][];
  digest?: string | null;
}

/** Where a table's chance comes from: its secret, and what the players added to it. */
export interface Seed {
  /** 32 bytes, in hexadecimal. */
  secret: string;
  /** What each person's "ready" brought, in the order in which they came. */
  nonces: string[];
}

/** A seat's draft at a time, made on the board of that version. */
export interface DraftStep {
  at: number;
  seat: number;
  version: number;
  draft: unknown;
}

/** Enough to show the game again without rules and, if it is whole, to play it again. */
export interface GameRecord {
  format: string;
  game: string;
  /** The version of the game's rules. */
  rules: number;
  seats: number;
  options: { [key: string]: unknown };
  steps: RecordStep[];
  /** Whether nothing is hidden in it. */
  whole: boolean;
  /** Whose record it is, if it is not whole; none for a bystander's. */
  viewer?: number | null;
  table?: string;
  names?: string[];
  commitment?: string | null;
  seed?: Seed | null;
  drafts?: DraftStep[];
  outcome?: Outcome | null;
}

export type FromClient =
  | Hello
  | Sit
  | Leave
  | SeatBot
  | Ready
  | Play
  | Draft
  | AskHints
  | AskRematch
  | Echo
  | Ping;

export type FromTable =
  | Welcome
  | TableChanged
  | Update
  | Progress
  | Done
  | Checked
  | Hints
  | Refused
  | Probe
  | Pong;
