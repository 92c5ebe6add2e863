// Made from src/quincunx/wire by scripts/wire_types.py: change that, not this.

/** Asks for a name to play under. */
export interface GuestName {
  name: string;
}

/** Opens a table; the host sits down at the first seat, bots at the others that name one. */
export interface NewTable {
  game: string;
  options?: { [key: string]: unknown };
  seats?: number | null;
  /** Seat to level. */
  bots?: { [key: number]: string };
  /** Whether the lobby lists it; otherwise only the link leads there. */
  open?: boolean;
  /** Seconds for a move; none: all the time in the world. */
  pace?: number | null;
  /** Whether the game changes ratings; `None`: if only people sit down to it. */
  rated?: boolean | null;
}

/** Wants to play at once: at an open table if there is one, else at a new one. After `wait` seconds bots take the seats that are still free. */
export interface PlayNow {
  game: string;
  wait?: number;
  level?: string;
}

/** Plays a finished game on from one of its positions, against bots, with fresh chance. */
export interface PlayOn {
  version: number;
  seat: number;
  level?: string;
}

/** Takes on the deal of a finished game from one of its seats, against bots. */
export interface PlaySameDeal {
  seat: number;
}

/** Makes an account of the guest, who keeps all games. */
export interface Register {
  login: string;
  password: string;
}

/** Comes back as the person whose account it is. */
export interface LogIn {
  login: string;
  password: string;
}

/** Another password; every other session ends. */
export interface NewPassword {
  old: string;
  new: string;
}

/** Goes for good; an account says its password once more. */
export interface DeleteMe {
  password?: string;
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

/** Gives the seat up before the deal; later, tells the others that they may put a bot there. */
export interface Leave {
  type: 'leave';
  id: string;
}

/** Is back, and takes the seat over from the bot that stood in. */
export interface Return {
  type: 'return';
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
export interface PlayMove {
  type: 'play';
  id: string;
  version: number;
  move: string;
}

/** What the seat is building; the last one counts. Answered by its faults. */
export interface UpdateDraft {
  type: 'draft';
  id: string;
  draft: unknown;
}

/** Asks for the steps before version `before`, at most `count` of them. A welcome carries only the latest steps; this request fetches the earlier ones. */
export interface AskHistory {
  type: 'history';
  id: string;
  before: number;
  count?: number;
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

/** Wishes something that the others must agree to; alone with bots it is done at once. */
export interface Propose {
  type: 'propose';
  id: string;
  wish: 'end' | 'pause' | 'stand_in' | 'take_back';
  /** For a stand-in: whose place. */
  seat?: number | null;
}

/** Agrees to what is proposed, or does not; whoever proposed it takes it back with a no. */
export interface Answer {
  type: 'answer';
  id: string;
  /** What is answered: by now something else may be proposed. */
  wish: 'end' | 'pause' | 'stand_in' | 'take_back';
  agree: boolean;
}

/** Ends the pause. */
export interface Resume {
  type: 'resume';
  id: string;
}

/** Says something to everybody at the table. */
export interface Say {
  type: 'say';
  id: string;
  text: string;
}

/** Tells the operator about something that was said. */
export interface Report {
  type: 'report';
  id: string;
  number: number;
  why?: string;
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

/** One of the things that a line of a composed text can say. */
export interface Pattern {
  /** Its words are in the game's catalogue, as `GAME.option.OPTION.NAME`; spaces become `_`. */
  name: string;
  /** How it is written: words with spaces between them, some of which are slots. */
  text: string;
  /** The words of the text that are to be replaced, each by a different letter. */
  slots: string[];
}

/** A line of a composed text: which patterns it can follow. */
export interface CompositionLine {
  /** What the line belongs to, for headings. */
  group: string;
  patterns: Pattern[];
}

/** What a text option is put together from, so that a form can let people pick. */
export interface Composition {
  lines: CompositionLine[];
  /** What the slots of a pattern can be replaced by. */
  letters: string[];
  /** What is written between two lines. */
  separator: string;
  /** A valid text to begin with. */
  start: string;
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
  /** The maximum length of a text, in characters. */
  longest: number | null;
  /** Whether lists of tables show its value. */
  listed: boolean;
  composed: Composition | null;
}

/** A game, as much as is needed to offer it. */
export interface GameInfo {
  name: string;
  options: Option[];
  fewest: number;
  /** Seats, with the options as they come. */
  most: number;
  bots: string[];
  /** Whether moments decide, so that a table cannot have a clock of its own. */
  race: boolean;
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

/** Who is looking. */
export interface Me {
  person: Person;
  /** The account's name; none for a guest. */
  login: string | null;
}

/** How somebody does at one game. */
export interface Standing {
  game: string;
  played: number;
  won: number;
  /** As shown: what the person is good for with near certainty; none before the first. */
  rating: number | null;
  uncertainty: number | null;
  /** Wins in a row, up to now. */
  streak: number;
  best_streak: number;
}

/** Days in a row on which somebody finished a game's daily deal. */
export interface DailyStreak {
  game: string;
  days: number;
  best: number;
}

/** A finished game, as a list of games tells it. */
export interface ResultCard {
  /** Empty where the table is private and you did not sit there. */
  table: string;
  game: string;
  deal: 'daily' | 'fresh' | 'known' | 'position';
  names: string[];
  /** By seat; empty where the game ended because players resigned. */
  scores: number[];
  winners: number[];
  /** The wall's clock, in milliseconds since 1970. */
  ended: number;
  /** Where the person whose list it is sat. */
  seat: number | null;
  /** By how much it changed that person's rating. */
  rating: number | null;
}

/** A person, as everybody may see. */
export interface Profile {
  person: Person;
  since: number;
  registered: boolean;
  standings: Standing[];
  daily: DailyStreak[];
  /** The latest games, newest first. */
  history: ResultCard[];
  /** Whether there are older ones. */
  more: boolean;
}

/** A table, as much as a list of tables says. */
export interface TableCard {
  id: string;
  game: string;
  phase: 'closed' | 'gathering' | 'over' | 'playing';
  host: Person;
  /** By seat: who sits there, a bot's level, or nothing. */
  names: string[];
  /** How many people still fit in. */
  free: number;
  pace: number | null;
  deal: 'daily' | 'fresh' | 'known' | 'position';
  /** Those that are not as they come. */
  options: { [key: string]: unknown };
  /** When it was opened or, in play, last moved at, by the wall's clock; for strangers to the minute. */
  since: number;
  /** At your own tables in play: the seats that the game waits for. */
  awaited: number[];
  your_turn: boolean;
  /** Whether it is one of yours. */
  seated: boolean;
  /** Whether the game changes ratings; before the deal, as things stand. */
  rated: boolean;
}

/** The lobby as a whole: the answer to a request, and the first message on the socket. */
export interface LobbySnapshot {
  type: 'lobby';
  /** Tables that anybody may join, then those that anybody may watch. */
  open: TableCard[];
  /** Your games in progress, those that wait for you first. */
  yours: TableCard[];
  /** The last results at open tables. */
  recent: ResultCard[];
  /** How many more tables are open than are listed. */
  more: number;
}

/** What has changed in the lobby since the last message; what is missing has not changed. Your own tables are in `yours` alone: show those instead of the cards of `open`. */
export interface LobbyChanged {
  type: 'lobby_changed';
  /** Open tables that are new or look different. */
  open?: TableCard[];
  /** The ids of tables that are no longer listed. */
  closed?: string[];
  /** All your games in progress, if one of them has changed. */
  yours?: TableCard[] | null;
  /** The last results, if there is another one. */
  recent?: ResultCard[] | null;
  more?: number | null;
}

/** What somebody made of a deal. */
export interface Attempt {
  table: string;
  person: Person;
  score: number;
  won: boolean;
  ended: number;
  /** Whether the deal had been shown before, so that it counts apart. */
  known: boolean;
}

/** Who has played a deal, best first: first attempts, each person once. */
export interface DealResults {
  game: string;
  seats: number;
  deal: string;
  attempts: Attempt[];
  yours: Attempt | null;
}

/** One game's deal of the day. */
export interface Daily {
  game: string;
  /** Like 2026-11-15, at the meridian of Greenwich. */
  day: string;
  /** The wall's clock, in milliseconds since 1970. */
  closes: number;
  /** The promise about the seed, which is shown when the day closes. */
  commitment: string;
  seed: string | null;
  results: DealResults;
  /** Your table, once you have begun. */
  table: string | null;
  /** Your days in a row. */
  streak: number;
}

/** Who sits at a seat: a person, a bot, or a bot that stands in for a person. */
export interface SeatMember {
  person: Person | null;
  bot: string | null;
  ready: boolean;
  /** Whether the person is connected; bots always are. */
  here: boolean;
  /** Whether the others may give the place to a bot. */
  gone: boolean;
  /** Whether the person is rated last: resigned, or a stand-in has moved in a rated game. */
  forfeited: boolean;
}

/** A seat and the members of its team, one where there are no teams. */
export interface Seat {
  members: (SeatMember | null)[];
}

/** A wish that waits for the others' consent. */
export interface Proposal {
  wish: 'end' | 'pause' | 'stand_in' | 'take_back';
  by: Person;
  /** Whose move it is about, or whose place. */
  seat: number;
  /** Who has not answered yet; the first “no” ends it. */
  waiting: Person[];
}

/** Something to be said, in any language. */
export interface Message {
  id: string;
  args: { [key: string]: number | string | (string | number)[] };
}

/** Who won, with what scores, and why it ended. */
export interface Outcome {
  /** The winning seats: several after a tie or together, none where everybody loses. */
  winners: number[];
  /** By seat; what a score means is the game's matter. */
  scores: number[];
  reason: Message;
}

/** A table as everybody at it may know it. */
export interface Table {
  id: string;
  game: string;
  options: { [key: string]: unknown };
  seats: Seat[];
  host: Person;
  phase: 'closed' | 'gathering' | 'over' | 'playing';
  /** The promise about the deal, shown before anyone is ready. */
  commitment: string;
  /** How many look on without a seat. */
  watching: number;
  /** The next table of the same people. */
  rematch: string | null;
  /** Whether the lobby lists it. */
  open: boolean;
  /** Seconds for a move. */
  pace: number | null;
  /** Milliseconds from now until bots take the free seats. */
  fills: number | null;
  deal: 'daily' | 'fresh' | 'known' | 'position';
  /** The table whose deal or position this is, or (for the day's deal) the day. */
  origin: string | null;
  paused: boolean;
  proposal: Proposal | null;
  /** Whether the game forbids to talk now. */
  quiet: boolean;
  /** Whether the game changes ratings; before the deal, as things stand. */
  rated: boolean;
  /** Whether the players may ask for a pause. */
  can_pause: boolean;
  /** How a closed game ended because players resigned; the scores are empty then. */
  outcome: Outcome | null;
}

/** One thing that happened, as this viewer saw it. */
export interface Step {
  version: number;
  at: number;
  seat: number | null;
  move: string | null;
  events: Message[];
  /** For a take-back: the version whose position is there again. */
  back: number | null;
}

/** A legal move, in notation and in words, with what it would bring about if that is known. */
export interface LegalMove {
  move: string;
  words: Message;
  effect: unknown;
}

/** Where the game stands for this viewer. */
export interface ViewerPosition {
  version: number;
  /** Table time, in milliseconds. */
  now: number;
  view: unknown;
  active: number[];
  awaited: number[];
  /** Which member of this viewer's team is to act; none: any. */
  member: number | null;
  moves: LegalMove[];
  /** Whether `moves` is all there is; otherwise a draft is built and checked. */
  all_moves: boolean;
  deadline: number | null;
  /** How far each seat's draft has come. */
  progress: { [key: number]: number };
  draft: unknown;
  /** The drafts that are open to all. */
  drafts: { [key: number]: unknown };
  outcome: Outcome | null;
  /** By seat, the table time at which a stand-in moves for it, where moves are timed. */
  limits: { [key: number]: number };
  /** Whether this viewer's last move could be undone, if the others agree. */
  can_take_back: boolean;
  /** Whether a pause hides the game: then there is no `view`, no move and no draft. */
  covered: boolean;
}

/** Something that was said at the table, or (without a person) that the table itself notes. */
export interface Said {
  type: 'said';
  number: number;
  /** The wall's clock, in milliseconds since 1970. */
  at: number;
  person: Person | null;
  text: string;
  note: Message | null;
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
  /** The latest steps that the client has not seen; `AskHistory` fetches the earlier ones. */
  steps: Step[];
  position: ViewerPosition | null;
  /** The latest chat lines. */
  said: Said[];
  /** What the wish to end the game leads to for you; `None` where you cannot wish it. */
  ending: 'ask' | 'ask_lost' | 'free' | 'lost' | 'never' | 'won' | null;
}

/** Somebody sat down, left, is ready, came or went. */
export interface TableChanged {
  type: 'table';
  table: Table;
  seat: number | null;
  member: number;
  ending: 'ask' | 'ask_lost' | 'free' | 'lost' | 'never' | 'won' | null;
}

/** Something happened in the game. */
export interface Update {
  type: 'update';
  steps: Step[];
  position: ViewerPosition;
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

/** Earlier steps, oldest first: the last ones before the version that was asked for. There may be fewer than were asked for, because an answer has a maximum size. Version 0 is the first step of every game. */
export interface History {
  type: 'history';
  id: string;
  steps: Step[];
}

/** One step of help; a game gives them from the gentlest to the plainest. */
export interface Hint {
  message: Message;
  /** The move it advises, in notation. */
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

/** How a game stood for each seat at a version. */
export interface Point {
  version: number;
  /** By seat; one value where all win or lose together. */
  values: number[];
}

/** One decision of a finished game, looked at again. */
export interface Judged {
  /** The version at which it was taken. */
  version: number;
  seat: number;
  played: LegalMove;
  /** The best there was: what was played, where nothing was given away. */
  better: LegalMove;
  /** What was given away, in the game's own measure. */
  loss: number;
  /** What it came to, in words. */
  message: Message;
}

/** A finished game, looked at again. */
export interface GameReview {
  /** What the curve shows. */
  measure: Message;
  /** From the deal to the end. */
  curve: Point[];
  judged: Judged[];
  /** What decided the game; none where it may have been in the game that this one goes on from. */
  decided: Message | null;
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

/** The deal, a move, a deadline (no seat), or a take-back (`back`). */
export interface RecordStep {
  at: number;
  seat?: number | null;
  move?: string | null;
  chance?: Result[];
  events?: Event[];
  /** What it changed in the viewer's view; the first step lays out all of it. */
  scene?: [(string | number)[], unknown][];
  digest?: string | null;
  /** For a take-back: the version whose position is there again. */
  back?: number | null;
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

/** Where a game that was played on from another began: its own chance comes after that. */
export interface Origin {
  table: string;
  version: number;
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
  origin?: Origin | null;
}

export type FromClient =
  | Hello
  | Sit
  | Leave
  | Return
  | SeatBot
  | Ready
  | PlayMove
  | UpdateDraft
  | AskHistory
  | AskHints
  | AskRematch
  | Propose
  | Answer
  | Resume
  | Say
  | Report
  | Echo
  | Ping;

export type FromTable =
  | Welcome
  | TableChanged
  | Update
  | Progress
  | Said
  | Done
  | Checked
  | History
  | Hints
  | Refused
  | Probe
  | Pong;
