// Generated from src/quincunx/wire by scripts/wire_types.py. Do not edit.

/** Start as a guest with this name, or change the name. */
export interface GuestName {
  name: string;
}

/** Create a bot account with this name. */
export interface NewBotAccount {
  name: string;
}

/** Time for all moves of a game together, in seconds. */
export interface TotalTime {
  /** What each player has at the beginning. */
  base: number;
  /** What a player gets after each move. */
  increment?: number;
}

/** Create a table; the host takes the first seat, and bots take the seats named in `bots`. */
export interface NewTable {
  game: string;
  options?: { [key: string]: unknown };
  seats?: number | null;
  /** Seat to level. */
  bots?: { [key: number]: string };
  /** Whether the table is public, so that the lobby lists it. */
  open?: boolean;
  /** Seconds for a move; `None` means no limit. */
  pace?: number | null;
  /** Time for all moves together, instead of a time for each move. */
  total?: TotalTime | null;
  /** Whether the game changes ratings; `None` means: if only people take part. */
  rated?: boolean | null;
  /** The speed of bots; it has no effect in rated games. */
  bot_pace?: 'fast' | 'normal' | 'slow';
  /** Whether programs may take seats, under bot accounts; a rated game is for people only. */
  programs?: boolean;
}

/** Play at once: at a public table if there is one, else at a new one. After `wait` seconds bots take the seats that are still free. */
export interface PlayNow {
  game: string;
  wait?: number;
  level?: string;
  /** The speed of bots at a new table. */
  bot_pace?: 'fast' | 'normal' | 'slow';
}

/** Continue a finished game from one of its positions, against bots, with a new seed. */
export interface PlayOn {
  version: number;
  seat: number;
  level?: string;
}

/** Play the deal of a finished game from one of its seats, against bots. */
export interface PlaySameDeal {
  seat: number;
}

/** Look for people to play a rated game with. */
export interface SeekGame {
  game: string;
  clock: 'quick' | 'relaxed' | 'untimed';
}

/** Turn the guest into an account; all games are kept. */
export interface Register {
  login: string;
  password: string;
  /** The token of the operator's invitation, where an account needs one. */
  invitation?: string;
}

/** Log in with an account. */
export interface LogIn {
  login: string;
  password: string;
}

/** Change the password; every other session ends. */
export interface NewPassword {
  old: string;
  new: string;
}

/** Report a person's name or avatar to the operator. */
export interface ReportPerson {
  about: 'avatar' | 'name';
  why?: string;
}

/** Replace the recovery codes by new ones; needs the password. */
export interface RenewRecoveryCodes {
  password: string;
}

/** Go on vacation, now or later. */
export interface NewVacation {
  /** Days of 24 hours; the allowance limits them. */
  days: number;
  /** When it begins, in milliseconds since 1970; `None` or a time in the past: now. */
  starts?: number | null;
}

/** Set a new password with a recovery code; every other session ends. */
export interface Recover {
  login: string;
  /** Upper and lower case are the same; hyphens may be left out. */
  code: string;
  password: string;
}

/** Set a new password with the token of a link; every other session ends. */
export interface UsePasswordLink {
  token: string;
  password: string;
}

/** Ask for a link that confirms a new address; needs the password. */
export interface NewMailAddress {
  address: string;
  password: string;
  /** Of the mails to this address, such as `en`. */
  language: string;
}

/** Confirm an address with the token of the link that was sent to it. */
export interface ConfirmMailAddress {
  token: string;
}

/** Remove the address, and one that is not confirmed yet; needs the password. */
export interface RemoveMailAddress {
  password: string;
}

/** Ask for a link to set a new password, by e-mail. */
export interface SendPasswordLink {
  /** The user name or the e-mail address. */
  account: string;
}

/** Begin to create a passkey; needs the password. */
export interface StartPasskey {
  password: string;
}

/** A passkey that the browser has created. */
export interface NewPasskey {
  name: string;
  id: string;
  client_data: string;
  attestation: string;
}

/** The browser's answer to a challenge. */
export interface LogInWithPasskey {
  id: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
  user_handle?: string;
}

/** Give a passkey another name. */
export interface RenamePasskey {
  id: string;
  name: string;
}

/** Remove a passkey; needs the password, so that there is another way to log in. */
export interface RemovePasskey {
  id: string;
  password: string;
}

/** Delete the person; an account must confirm its password. */
export interface DeleteMe {
  password?: string;
}

/** Do something about another person. */
export interface ChangeRelation {
  action: 'befriend' | 'block' | 'follow' | 'unblock' | 'unfollow' | 'unfriend';
}

/** Invite a person to a table of which you are the host. */
export interface InvitePerson {
  person: string;
}

/** What messages to a browser are encrypted with, in URL-safe base64. */
export interface PushKeys {
  /** The browser's public key: a point of the curve P-256. */
  p256dh: string;
  auth: string;
}

/** Where a browser can be sent push messages. */
export interface PushAddress {
  endpoint: string;
  keys: PushKeys;
}

/** Have push messages sent to this browser until the session ends; sent again, it replaces. */
export interface SubscribePush {
  address: PushAddress;
  language: string;
  kinds: ('ended' | 'invited' | 'joined' | 'paired' | 'proposal' | 'turn')[];
}

/** Replace the address of a browser by a new one, with the same language and kinds. */
export interface RenewPush {
  old: string;
  address: PushAddress;
}

/** Send no more push messages to this browser. */
export interface UnsubscribePush {
  endpoint: string;
}

/** All moves of an answer so far, in notation; none to give up. */
export interface AnswerPuzzle {
  moves: string[];
}

/** What the player is building, to be checked. */
export interface CheckPuzzleDraft {
  draft: unknown;
}

/** The first message: the invitation, if there is one, and the last version seen. */
export interface Hello {
  type: 'hello';
  invite?: string;
  since?: number | null;
}

/** Take a free seat, or move to another one; `seat=None` takes the first free one. */
export interface Sit {
  type: 'sit';
  id: string;
  seat: number | null;
  member?: number;
}

/** Give up the seat before the deal; during the game, allow the others to put a bot there. */
export interface Leave {
  type: 'leave';
  id: string;
}

/** Take the seat back from the bot that stood in. */
export interface Return {
  type: 'return';
  id: string;
}

/** Put a bot on an empty seat or, with `level` `None`, remove it. Only for the host. The game begins if all are ready then. */
export interface SeatBot {
  type: 'seat_bot';
  id: string;
  seat: number;
  level: string | null;
  member?: number;
}

/** Remove a person from the table, who cannot return without an invitation of the host. Only for the host, before the deal. The person may have a seat, or have written something. */
export interface Remove {
  type: 'remove';
  id: string;
  person: string;
}

/** Let a removed person return; only for the host, before the deal. */
export interface InviteAgain {
  type: 'invite_again';
  id: string;
  person: string;
}

/** Declare to be ready, with a nonce for the deal. The game begins when all are ready. */
export interface Ready {
  type: 'ready';
  id: string;
  nonce: string;
}

/** Play a move in notation, chosen at `version`. Sent twice, it is played once. */
export interface PlayMove {
  type: 'play';
  id: string;
  version: number;
  move: string;
}

/** Replace the seat's draft. The response lists its faults. */
export interface UpdateDraft {
  type: 'draft';
  id: string;
  draft: unknown;
}

/** Fetch the steps before version `before`, at most `count` of them. A welcome carries only the latest steps; this request fetches the earlier ones. */
export interface AskHistory {
  type: 'history';
  id: string;
  before: number;
  count?: number;
}

/** Ask for the first `count` hints. */
export interface AskHints {
  type: 'hints';
  id: string;
  count: number;
}

/** Ask for another game with the same players, after the end. */
export interface AskRematch {
  type: 'rematch';
  id: string;
}

/** Propose something that the others must agree to; alone with bots it is done at once. */
export interface Propose {
  type: 'propose';
  id: string;
  wish: 'end' | 'pause' | 'stand_in' | 'take_back';
  /** For a stand-in: the seat that it is for. */
  seat?: number | null;
}

/** Agree to a proposal or decline it; declining one's own proposal withdraws it. */
export interface Answer {
  type: 'answer';
  id: string;
  /** The proposal that is answered, because there may be another one by now. */
  wish: 'end' | 'pause' | 'resign' | 'stand_in' | 'take_back';
  agree: boolean;
}

/** Give up the game, in a game with opponents; a team resigns when all its members agree. */
export interface Resign {
  type: 'resign';
  id: string;
}

/** End the pause. */
export interface Resume {
  type: 'resume';
  id: string;
}

/** Change the speed of bots; only for the host of a table without other people. */
export interface SetBotPace {
  type: 'bot_pace';
  id: string;
  pace: 'fast' | 'normal' | 'slow';
}

/** Let programs take seats, or no longer; only for the host, before the deal. */
export interface AllowPrograms {
  type: 'allow_programs';
  id: string;
  allow: boolean;
}

/** Send a chat message to everybody at the table. */
export interface Say {
  type: 'say';
  id: string;
  text: string;
}

/** Send a quick reaction to everybody at the table; only for players. */
export interface React {
  type: 'react';
  id: string;
  reaction: 'good_game' | 'good_luck' | 'oops' | 'thanks' | 'well_played' | 'wow';
}

/** Report a chat message to the operator. */
export interface Report {
  type: 'report';
  id: string;
  number: number;
  why?: string;
}

/** The immediate response to a probe. */
export interface Echo {
  type: 'echo';
  number: number;
}

/** Check that the connection is alive. */
export interface Ping {
  type: 'ping';
}

/** Tell the server whether the page is hidden; then a push message can reach the player. */
export interface PageHidden {
  type: 'hidden';
  hidden: boolean;
}

/** Your e-mail address; nobody else sees it. */
export interface OwnMailAddress {
  address: string | null;
  /** A new address that you have not confirmed yet. */
  pending: string | null;
  /** What you are told by e-mail if no browser of yours is told of it. */
  alerts: ('ended' | 'invited' | 'joined' | 'proposal' | 'turn')[];
}

/** One of your passkeys. */
export interface OwnPasskey {
  id: string;
  name: string;
  /** Wall time, like `used`. */
  created: number;
  used: number | null;
}

/** What `navigator.credentials.create` needs. */
export interface PasskeyCreation {
  challenge: string;
  rp_id: string;
  rp_name: string;
  user_id: string;
  login: string;
  name: string;
  algorithms: number[];
  /** The ids of your passkeys: a device that has one of them does not get another. */
  existing: string[];
}

/** What `navigator.credentials.get` needs. */
export interface PasskeyChallenge {
  challenge: string;
  rp_id: string;
}

/** One of the patterns that a line of a composed text can follow. */
export interface Pattern {
  /** Its text is in the game's catalogue, as `GAME.option.OPTION.NAME`; spaces become `_`. */
  name: string;
  /** The notation: words with spaces between them, some of which are slots. */
  text: string;
  /** The words of the notation that are to be replaced, each by a different letter. */
  slots: string[];
}

/** A line of a composed text, and the patterns that it can follow. */
export interface CompositionLine {
  /** The heading that the line belongs to. */
  group: string;
  patterns: Pattern[];
}

/** The parts of a text option, so that a form can offer them for selection. */
export interface Composition {
  lines: CompositionLine[];
  /** The letters that can replace the slots of a pattern. */
  letters: string[];
  /** The text between two lines. */
  separator: string;
  /** A valid text as a starting point. */
  start: string;
}

/** The description of one option, for forms and documents. */
export interface Option {
  name: string;
  kind: 'choice' | 'flag' | 'number' | 'text';
  default: boolean | number | string | null;
  choices: string[];
  low: number | null;
  high: number | null;
  /** Whether `None` is allowed: a number that can be left out. */
  can_be_off: boolean;
  needs: { [key: string]: (boolean | number | string | null)[] };
  excludes: { [key: string]: (boolean | number | string | null)[] };
  /** The maximum length of a text, in characters. */
  longest: number | null;
  /** Whether lists of tables show its value. */
  listed: boolean;
  composed: Composition | null;
  /** For a text with the number of people at each seat: the most people who share a seat. */
  largest_team: number | null;
}

/** A named choice of options that people often play with. Its texts are in the game's catalogue, as `GAME.preset.NAME` and `GAME.preset_help.NAME`. */
export interface Preset {
  name: string;
  /** The options that differ from their defaults. */
  options: { [key: string]: boolean | number | string | null };
}

/** What a form for a new table needs to know about a game. */
export interface GameInfo {
  name: string;
  options: Option[];
  fewest: number;
  /** The number of seats with default options. */
  most: number;
  bots: string[];
  /** Usual choices of options, the base game first. */
  presets: Preset[];
  /** Whether milliseconds decide, so that a table cannot set a time limit for moves. */
  race: boolean;
  /** Whether all players win or lose together, so that a table cannot set a total time. */
  cooperative: boolean;
  /** The preset of a table at which one person plays with bots. */
  against_bots: string;
}

/** The possible numbers of seats with some options. */
export interface SeatRange {
  fewest: number;
  most: number;
}

/** The site, as JSON in the tag `<meta name="site">` of every page. */
export interface SiteInfo {
  name: string;
  /** An e-mail address, a link or other words; empty if there is none. */
  contact: string;
  /** The banner's text; empty if there is none. */
  announcement: string;
  registration: 'closed' | 'invitation' | 'open';
  /** The texts that `GET /api/site/NAME` returns. */
  texts: ('imprint' | 'privacy')[];
  /** Whether the server sends e-mail. */
  mail: boolean;
}

/** A person or a bot account, with what everybody may know. */
export interface Person {
  id: string;
  name: string;
  /** Whether it is a bot account: a program plays, and a person owns it. */
  bot?: boolean;
}

/** The id of a new table, and the invitation with which others can join. */
export interface TableOpened {
  id: string;
  invite: string;
}

/** What a player has noted, and at which version of the match. */
export interface PrivateNotes {
  version: number;
  /** Each game that offers notes has a type of its own for them. */
  notes: unknown;
}

/** The seat that the person has, or had, at a table. */
export interface YourSeat {
  /** `None` for a person who did not play. */
  seat: number | null;
  /** The seats of bot accounts. */
  bot_seats: number[];
}

/** The person who makes the request. */
export interface Me {
  person: Person;
  /** The login name of the account; `None` for a guest. */
  login: string | null;
  /** If the operator has replaced the name and the person has not seen it yet: the operator's reason, which may be empty. Only in the response to `GET /api/me`. */
  renamed_why: string | null;
}

/** The public key of the server's push messages, which a browser subscribes with. */
export interface PushKey {
  key: string;
}

/** A push message, as the page's service worker receives it after decryption. */
export interface PushMessage {
  /** The same if the message is delivered twice. */
  id: string;
  kind: 'ended' | 'invited' | 'joined' | 'paired' | 'proposal' | 'turn';
  /** A notification replaces the one with the same tag: at a table, the table's id. */
  tag: string;
  title: string;
  text: string;
  /** The path of the page that the notification opens. */
  path: string;
}

/** The new account, with its recovery codes, which the server shows only this once. */
export interface Registered {
  person: Person;
  login: string;
  recovery_codes: string[];
}

/** The account that has a new password. */
export interface Recovered {
  person: Person;
  login: string;
  codes_left: number;
}

/** New recovery codes, which the server shows only this once. */
export interface RecoveryCodes {
  codes: string[];
}

/** How many recovery codes you have left. */
export interface RecoveryCodesLeft {
  left: number;
}

/** A vacation, in milliseconds since 1970. */
export interface Vacation {
  starts: number;
  ends: number;
}

/** The vacation that an account is on, or has planned, and the days that it has left. */
export interface VacationPlan {
  vacation: Vacation | null;
  /** Days in 365 days. */
  allowance: number;
  /** Those of a vacation that begins now, besides the planned one. */
  left: number;
}

/** A bot account of yours. */
export interface OwnBotAccount {
  person: Person;
  /** Wall time, in milliseconds since 1970. */
  created: number;
  /** When its token was made; `None` if the token has been revoked. */
  token_created: number | null;
  /** When the token was last used, to the hour; `None` if never. */
  token_used: number | null;
}

/** A bot account with its new token, which the server shows only this once. */
export interface BotToken {
  account: OwnBotAccount;
  token: string;
}

/** A person's statistics in one game. */
export interface Standing {
  game: string;
  played: number;
  won: number;
  /** The displayed rating, a conservative estimate; `None` before the first rated game. */
  rating: number | null;
  uncertainty: number | null;
  /** The current number of wins in a row. */
  streak: number;
  best_streak: number;
  /** Whether the rating is still too uncertain to be compared with others. */
  provisional: boolean;
}

/** Days in a row on which a person finished a game's daily game. */
export interface DailyStreak {
  game: string;
  days: number;
  best: number;
}

/** A finished game in a list of results. */
export interface ResultCard {
  /** Empty if the table is private and you did not sit there. */
  table: string;
  game: string;
  deal: 'daily' | 'fresh' | 'known' | 'position';
  names: string[];
  /** By seat; empty if the game ended because players resigned. */
  scores: number[];
  winners: number[];
  /** Wall time, in milliseconds since 1970. */
  ended: number;
  /** The seat of the person whose list it is. */
  seat: number | null;
  /** The change of that person's rating. */
  rating: number | null;
  /** The seats of bot accounts. */
  bot_seats: number[];
}

/** The public profile of a person. */
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
  /** The person who owns a bot account; `None` for a person. */
  owner: Person | null;
}

/** What a finished game changed for you. */
export interface OwnResult {
  /** The change of your rating; `None` if the game was not rated. */
  change: number | null;
  /** Your rating after the game. */
  rating: number | null;
  /** How many games of this kind you had won in a row, this one included. */
  wins: number;
}

/** What you are to another person, as far as you may know. */
export interface Relation {
  friend: boolean;
  /** Whether you have asked for friendship and got no answer. */
  asked: boolean;
  /** Whether the other person has asked you. */
  asks: boolean;
  following: boolean;
  /** Whether you have blocked the other person. */
  blocked: boolean;
  /** Whether both of you have accounts, so that you can be friends and follow each other. */
  can_befriend: boolean;
  /** Whether the other person accepts your invitations to tables. */
  can_invite: boolean;
}

/** The public table at which a person is. */
export interface ContactTable {
  id: string;
  game: string;
  phase: 'closed' | 'gathering' | 'over' | 'playing';
}

/** A friend, or a person whom you follow. */
export interface Contact {
  person: Person;
  friend: boolean;
  following: boolean;
  can_invite: boolean;
  /** Whether the person is online and lets you see it. */
  online: boolean;
  /** The public table at which the person is, if you may see that the person is online. */
  table: ContactTable | null;
}

/** Who may contact and see you. */
export interface ContactSettings {
  /** Who may invite you to tables. */
  invitations: 'everyone' | 'friends' | 'nobody';
  /** Who sees that you are online; of `everyone`, friends and the people who follow you. */
  online: 'everyone' | 'friends' | 'nobody';
}

/** Your friends, the people whom you follow, and open friend requests. */
export interface Contacts {
  /** In the order of their names. */
  people: Contact[];
  /** The people who ask for your friendship, the latest first. */
  requests: Person[];
  /** The people whom you have asked, the latest first. */
  asked: Person[];
  settings: ContactSettings;
}

/** An invitation to a table whose game has not begun. */
export interface TableInvitation {
  table: string;
  game: string;
  by: Person;
  /** Wall time, in milliseconds since 1970. */
  created: number;
}

/** What waits for you: sent first, and again whenever it changes. */
export interface News {
  type: 'news';
  /** The latest first. */
  invitations: TableInvitation[];
  /** The number of friend requests. */
  requests: number;
}

/** A rating in one game, as it is shown beside a name. */
export interface ShownRating {
  rating: number;
  uncertainty: number;
  /** Whether it is still too uncertain to be compared with others. */
  provisional?: boolean;
}

/** A table in a list of tables. */
export interface TableCard {
  id: string;
  game: string;
  phase: 'closed' | 'gathering' | 'over' | 'playing';
  host: Person;
  /** By seat: the person's name, the bot's level, or an empty text. */
  names: string[];
  /** The number of free places. */
  free: number;
  pace: number | null;
  deal: 'daily' | 'fresh' | 'known' | 'position';
  /** The options that differ from their defaults. */
  options: { [key: string]: unknown };
  /** Wall time of its creation or, during the game, of the last move; rounded to the minute for people who do not sit there. */
  since: number;
  /** At your own tables during the game: the seats that the game waits for. */
  awaited: number[];
  your_turn: boolean;
  /** Whether you sit at the table. */
  seated: boolean;
  /** Whether the game changes ratings; before the deal, with the people seated now. */
  rated: boolean;
  /** Whether programs may take seats, under bot accounts. */
  programs: boolean;
  /** The seats of bot accounts. */
  bot_seats: number[];
  /** Time for all moves together, if there is no time for each move. */
  total: TotalTime | null;
  /** By seat, the rating of the person who sits there; empty in a game that fixes names. */
  ratings: (ShownRating | null)[];
}

/** The whole lobby: the response to a request, and the first message on the socket. */
export interface LobbySnapshot {
  type: 'lobby';
  /** The public tables: those to join first, then those to watch. */
  open: TableCard[];
  /** Your games in progress, first those that wait for you. */
  yours: TableCard[];
  /** The latest results at public tables. */
  recent: ResultCard[];
  /** The number of public tables that are not listed. */
  more: number;
}

/** What has changed in the lobby since the last message; missing fields have not changed. The cards in `open` are the same for everybody: show those in `yours` instead for your own tables. */
export interface LobbyChanged {
  type: 'lobby_changed';
  /** Public tables that are new or have changed. */
  open?: TableCard[];
  /** The ids of tables that are no longer listed. */
  closed?: string[];
  /** All your games in progress, if one of them has changed. */
  yours?: TableCard[] | null;
  /** The latest results, if there is a new one. */
  recent?: ResultCard[] | null;
  more?: number | null;
}

/** What a player can look for. */
export interface PairingOffer {
  game: string;
  clock: 'quick' | 'relaxed' | 'untimed';
  /** How many people are paired: two or, in a cooperative game, all seats. */
  seats: number;
  /** Seconds for a move. */
  pace: number | null;
  /** Time for all moves together. */
  total: TotalTime | null;
  /** How many people are looking for this now. */
  waiting: number;
}

/** A person that pairing has found. */
export interface FoundPlayer {
  person: Person;
  rating: ShownRating | null;
}

/** The table of a pairing, to which its players have to come. */
export interface FoundTable {
  table: string;
  invite: string;
  others: FoundPlayer[];
  /** Milliseconds until the table is closed if a player is missing. */
  left: number;
  /** Whether you are there and ready. */
  arrived: boolean;
}

/** What a person is looking for, and how far the search has come. */
export interface Seek {
  game: string;
  clock: 'quick' | 'relaxed' | 'untimed';
  /** Milliseconds since the search began. */
  waited: number;
  /** How many points stronger or weaker an opponent may be now. */
  gap: number;
  /** The most that this grows to. */
  widest_gap: number;
  /** How many others are looking for the same, of whatever strength. */
  others: number;
  found: FoundTable | null;
}

/** Sent on the lobby's socket to everybody who is looking for a game, when it changes. */
export interface SeekUpdate {
  type: 'seek';
  /** `None` once the search is over. */
  seek: Seek | null;
}

/** The rating of one person. */
export interface PersonRating {
  person: string;
  rating: ShownRating;
}

/** A person's rating after one game. */
export interface RatingPoint {
  /** Wall time of the end of the game. */
  ended: number;
  rating: number;
}

/** A person's rating in one game over time. */
export interface RatingHistory {
  game: string;
  /** The number of rated games that the curve covers: the latest ones. */
  rated: number;
  /** Oldest first; a long history is thinned out evenly. */
  points: RatingPoint[];
}

/** How two people have done in the games of one kind that both played. */
export interface Encounters {
  game: string;
  /** Games that you won and the other person did not. */
  won: number;
  lost: number;
  /** Games that both of you won, or neither. */
  shared: number;
}

/** Your record against another person. */
export interface HeadToHead {
  games: Encounters[];
  /** The latest games, newest first; `seat` and `rating` are yours. */
  latest: ResultCard[];
}

/** A line of a leaderboard. */
export interface LeaderboardPlace {
  /** Equal results share a place. */
  place: number;
  person: Person;
  rating: ShownRating;
  /** Rated games in the period. */
  games: number;
  /** On the board of a week: how much the rating has risen. */
  gain: number | null;
}

/** The best players of one game. */
export interface Leaderboard {
  game: string;
  period: 'all' | 'week';
  /** Whether it compares bot accounts; they are never on the same board as people. */
  programs: boolean;
  places: LeaderboardPlace[];
  /** How many players have a place, although only the first are listed. */
  listed: number;
  /** How many rated games a player needs: before the week, or in total. */
  fewest_games: number;
  /** How many of them must be from this week; 0 on the board of all time. */
  fewest_this_week: number;
  /** Your own line, however far down; `None` if you have no place. */
  yours: LeaderboardPlace | null;
  /** How many rated games you have that count towards `fewest_games`. */
  your_games: number;
}

/** One person's result with a deal. */
export interface Attempt {
  table: string;
  person: Person;
  score: number;
  won: boolean;
  ended: number;
  /** Whether the person could have seen the deal before, so that it is listed separately. */
  known: boolean;
}

/** The first attempt of each person at a deal, best first. */
export interface DealResults {
  game: string;
  seats: number;
  deal: string;
  attempts: Attempt[];
  yours: Attempt | null;
  /** How many people have finished it; `attempts` may list fewer. */
  players: number;
  /** Whether a lower score is better. */
  low_score_wins: boolean;
  /** Your place among them; equal results share a place. */
  place: number | null;
}

/** The daily game of one day and game. */
export interface Daily {
  game: string;
  /** The date in UTC, such as 2026-11-15. */
  day: string;
  /** Wall time, in milliseconds since 1970. */
  closes: number;
  /** The commitment to the seed, which is revealed at the end of the day. */
  commitment: string;
  seed: string | null;
  results: DealResults;
  /** Your table, once you have started. */
  table: string | null;
  /** The number of days in a row on which you have finished it. */
  streak: number;
}

/** Your result in the daily game of one day. */
export interface DailyResult {
  day: string;
  table: string;
  score: number;
  won: boolean;
}

/** The days of a month on which you finished a game's daily game before the day closed. */
export interface DailyMonth {
  game: string;
  /** The month in UTC, such as 2026-11. */
  month: string;
  seats: number;
  /** In the order of the days. */
  results: DailyResult[];
}

/** How many puzzles of a game a person has solved in a row. */
export interface PuzzleStreak {
  game: string;
  current: number;
  best: number;
}

/** A text in any language: its id in the catalogues and its arguments. */
export interface Message {
  id: string;
  args: { [key: string]: number | string | (string | number)[] };
}

/** A legal move, in notation and in words, with its effect if that is known. */
export interface LegalMove {
  move: string;
  words: Message;
  effect: unknown;
}

/** A decision of a finished game, to be made again. */
export interface ShownMistake {
  game: string;
  table: string;
  /** The version at which the decision was made. */
  version: number;
  seat: number;
  names: string[];
  played: LegalMove;
  /** How much worse that move was than the best one, in the measure of the game's review. */
  loss: number;
  /** What the loss is measured in. */
  measure: Message;
  /** The position as the player saw it. */
  view: unknown;
  moves: LegalMove[];
  /** The seats of bot accounts. */
  bot_seats: number[];
}

/** The next decision of your own games that could have been better. */
export interface NextMistake {
  /** How many of your finished games give such puzzles. */
  games: number;
  /** `None` if none has been found yet. */
  mistake: ShownMistake | null;
}

/** A puzzle before it is answered. */
export interface ShownPuzzle {
  game: string;
  /** Names the puzzle: the same number is the same puzzle for everybody. */
  number: number;
  /** How hard it is, from 0. */
  level: number;
  question: Message;
  seat: number;
  view: unknown;
  /** The listed moves; a game that lists none takes any move in its notation. */
  moves: LegalMove[];
  /** What the player begins to build from. */
  draft: unknown;
  /** Set if this is your next puzzle, so that the answer counts for your streak. */
  streak: PuzzleStreak | null;
  /** Whether the game also gives puzzles from your own finished games. */
  has_mistakes: boolean;
}

/** The verdict on the last move of an answer. */
export interface AnsweredPuzzle {
  right: boolean;
  /** Whether the puzzle is solved; if not, a right answer needs more moves. */
  solved: boolean;
  /** How much worse the move was than the best one, in the game's own measure. */
  loss: number;
  /** The verdict in words; `None` if you gave up. */
  message: Message | null;
  /** Right moves in place of the last one; empty while the answer is right and not complete. */
  best: LegalMove[];
  /** The position after a right move, otherwise the one before the last move. */
  view: unknown;
  moves: LegalMove[];
  /** Your streak, if the answer counts. */
  streak: PuzzleStreak | null;
}

/** One fault of a draft, and the cells where it is. */
export interface Fault {
  message: Message;
  cells: string[];
}

/** The faults of a draft. */
export interface CheckedPuzzleDraft {
  faults: Fault[];
}

/** A player's vacation, in milliseconds from now; meanwhile their clock stands still. */
export interface ShownVacation {
  /** 0 if it has begun. */
  starts: number;
  ends: number;
}

/** A member of a seat: a person, a bot, or a bot that stands in for a person. */
export interface SeatMember {
  person: Person | null;
  bot: string | null;
  ready: boolean;
  /** Whether the person is connected; bots always are. */
  here: boolean;
  /** Whether the person has left, so that the others may put a bot there. */
  gone: boolean;
  /** Whether the person is rated last: resigned, or a stand-in moved in a rated game. */
  forfeited: boolean;
  /** The vacation that the player is on, or will be on next. */
  vacation: ShownVacation | null;
}

/** A seat and the members of its team; one member in games without teams. */
export interface Seat {
  members: (SeatMember | null)[];
}

/** A proposal that waits for the other players. */
export interface Proposal {
  wish: 'end' | 'pause' | 'resign' | 'stand_in' | 'take_back';
  by: Person;
  /** The seat whose move or place it is about. */
  seat: number;
  /** The people who have not answered yet; the first “no” ends the proposal. */
  waiting: Person[];
}

/** The winners, the scores, and the reason for the end. */
export interface Outcome {
  /** The winning seats: several after a tie or a joint win, none if everybody loses. */
  winners: number[];
  /** By seat; the game defines what a score means. */
  scores: number[];
  reason: Message;
}

/** A table, with what everybody at it may know. */
export interface Table {
  id: string;
  game: string;
  options: { [key: string]: unknown };
  seats: Seat[];
  host: Person;
  phase: 'closed' | 'gathering' | 'over' | 'playing';
  /** The commitment to the deal, shown before anybody is ready. */
  commitment: string;
  /** The number of spectators. */
  watching: number;
  /** The table of the rematch. */
  rematch: string | null;
  /** Whether the table is public, so that the lobby lists it. */
  open: boolean;
  /** Seconds for a move. */
  pace: number | null;
  /** Time for all moves together. */
  total: TotalTime | null;
  /** Milliseconds from now until bots take the free seats. */
  fills: number | null;
  deal: 'daily' | 'fresh' | 'known' | 'position';
  /** The table whose deal or position this is or, for a daily game, the day. */
  origin: string | null;
  paused: boolean;
  proposal: Proposal | null;
  /** Whether chat is closed now. */
  quiet: boolean;
  /** Whether the game changes ratings; before the deal, with the people seated now. */
  rated: boolean;
  /** Whether the players may propose a pause. */
  can_pause: boolean;
  /** The outcome of a game that ended by resignation; the scores are empty then. */
  outcome: Outcome | null;
  /** The speed of bots. */
  bot_pace: 'fast' | 'normal' | 'slow';
  /** Whether programs may take seats, under bot accounts. */
  programs: boolean;
  /** The people whom the host has removed; shown before the deal. */
  removed: Person[];
  /** At the table of a pairing, before the deal: milliseconds from now until it is closed unless all players are ready. */
  starts_by: number | null;
}

/** One step of the game, as this viewer saw it. */
export interface Step {
  version: number;
  at: number;
  seat: number | null;
  move: string | null;
  events: Message[];
  /** For a take-back: the version whose position is restored. */
  back: number | null;
}

/** The position of the game for this viewer. */
export interface ViewerPosition {
  version: number;
  /** Table time, in milliseconds. */
  now: number;
  view: unknown;
  active: number[];
  awaited: number[];
  /** The member of this viewer's team who is to act; `None`: any of them. */
  member: number | null;
  moves: LegalMove[];
  /** Whether `moves` lists every legal move; otherwise the player builds a draft. */
  all_moves: boolean;
  deadline: number | null;
  /** The progress of each seat's draft. */
  progress: { [key: number]: number };
  draft: unknown;
  /** The drafts that everybody may see. */
  drafts: { [key: number]: unknown };
  outcome: Outcome | null;
  /** By seat of a player whose clock runs, the table time at which the time is up. */
  limits: { [key: number]: number };
  /** By seat of a player, the milliseconds of total time that were left when the clock was last started or stopped; while it runs, `limits` says when it will reach zero. */
  clocks: { [key: number]: number };
  /** Whether this viewer's last move can be taken back, if the others agree. */
  can_take_back: boolean;
  /** Whether a pause hides the game: then there is no `view`, no move and no draft. */
  covered: boolean;
}

/** A chat message, a reaction, or (without a person) a note of the table itself. */
export interface Said {
  type: 'said';
  number: number;
  /** Wall time, in milliseconds since 1970. */
  at: number;
  person: Person | null;
  text: string;
  note: Message | null;
  /** For a reaction, which has no text. */
  reaction: 'good_game' | 'good_luck' | 'oops' | 'thanks' | 'well_played' | 'wow' | null;
}

/** The response to `hello`: who you are, the table, and what you missed. */
export interface Welcome {
  type: 'welcome';
  you: Person;
  seat: number | null;
  member: number;
  table: Table;
  /** The invitation, to share with others. */
  invite: string;
  /** The latest steps that the client has not seen; `AskHistory` fetches the earlier ones. */
  steps: Step[];
  position: ViewerPosition | null;
  /** The latest chat lines. */
  said: Said[];
  /** The consequence of proposing to end the game; `None` if you cannot propose it. */
  ending: 'ask' | 'ask_lost' | 'free' | 'lost' | 'never' | 'won' | null;
  /** The consequence of resigning; `None` if you cannot resign. */
  resigning: 'ask' | 'last' | 'lost' | null;
}

/** The table has changed: its seats, its people, its settings or its phase. */
export interface TableChanged {
  type: 'table';
  table: Table;
  seat: number | null;
  member: number;
  ending: 'ask' | 'ask_lost' | 'free' | 'lost' | 'never' | 'won' | null;
  resigning: 'ask' | 'last' | 'lost' | null;
}

/** New steps of the game, and the position after them. */
export interface Update {
  type: 'update';
  steps: Step[];
  position: ViewerPosition;
}

/** The progress of the drafts has changed. */
export interface Progress {
  type: 'progress';
  progress: { [key: number]: number };
}

/** The request with that id has been carried out and stored durably. */
export interface Done {
  type: 'done';
  id: string;
  /** For a move: the version that it made. */
  version: number | null;
}

/** The faults of the draft. */
export interface Checked {
  type: 'checked';
  id: string;
  faults: Fault[];
}

/** Earlier steps, oldest first: the last ones before the requested version. There may be fewer than requested, because a response has a maximum size. Version 0 is the first step of every game. */
export interface History {
  type: 'history';
  id: string;
  steps: Step[];
}

/** One hint; a game gives them from the vaguest to the most explicit. */
export interface Hint {
  message: Message;
  /** The recommended move, in notation. */
  move: string | null;
}

/** The requested hints, from the vaguest to the most explicit. */
export interface Hints {
  type: 'hints';
  id: string;
  hints: Hint[];
  more: boolean;
}

/** The request was refused, and nothing has changed. */
export interface Refused {
  type: 'refused';
  id: string | null;
  /** The type of the error: `IllegalMove`, `WrongSeat`, `StaleMove`, … */
  error: string;
  message: Message;
  rule: string | null;
  offending: string[];
}

/** Measures the round-trip time, only in games in which milliseconds decide. */
export interface Probe {
  type: 'probe';
  number: number;
}

/** The response to `ping`. */
export interface Pong {
  type: 'pong';
  /** Table time, during a game. */
  now: number | null;
}

/** The evaluation of each seat's position at a version. */
export interface Point {
  version: number;
  /** By seat; one value if all win or lose together. */
  values: number[];
}

/** The assessment of one decision in a finished game. */
export interface Judged {
  /** The version at which it was made. */
  version: number;
  seat: number;
  played: LegalMove;
  /** The best move; the same as `played` if that was the best. */
  better: LegalMove;
  /** How much worse the move was than the best one, in the game's own measure. */
  loss: number;
  /** The assessment in words. */
  message: Message;
}

/** The analysis of a finished game. */
export interface GameReview {
  /** What the curve shows. */
  measure: Message;
  /** From the deal to the end. */
  curve: Point[];
  judged: Judged[];
  /** What decided the game; `None` if that may have been in the game it was branched off from. */
  decided: Message | null;
  /** Whether another move in place of a judged one can be judged too. */
  can_retry: boolean;
}

/** One draw or roll. */
export interface Result {
  stream: string;
  to: number | null;
  values: number[];
}

/** One thing that happened, and the message that each viewer gets. */
export interface Event {
  /** The message for everybody else; `None`: they notice nothing. */
  public: Message | null;
  /** The messages for these seats instead of the public one. */
  private: { [key: number]: Message };
}

/** One entry of the log: the deal, a move, a deadline (no seat) or a take-back (`back`). */
export interface RecordStep {
  at: number;
  seat?: number | null;
  move?: string | null;
  chance?: Result[];
  events?: Event[];
  /** What changed in the viewer's view; the first step contains all of it. */
  scene?: [(string | number)[], unknown][];
  digest?: string | null;
  /** For a take-back: the version whose position is restored. */
  back?: number | null;
}

/** The source of a table's chance: the server's secret and the players' nonces. */
export interface Seed {
  /** 32 bytes, in hexadecimal. */
  secret: string;
  /** The nonces of the players' "ready" requests, in order. */
  nonces: string[];
}

/** A seat's draft at a table time, made at that version. */
export interface DraftStep {
  at: number;
  seat: number;
  version: number;
  draft: unknown;
}

/** The game and version that a game was branched off from; its own chance begins after it. */
export interface Origin {
  table: string;
  version: number;
}

/** A game that can be shown without rules and, if it is whole, replayed with them. */
export interface GameRecord {
  format: string;
  game: string;
  /** The version of the game's rules. */
  rules: number;
  seats: number;
  options: { [key: string]: unknown };
  steps: RecordStep[];
  /** Whether it hides nothing. */
  whole: boolean;
  /** The seat whose record it is, if it is not whole; `None` for a spectator. */
  viewer?: number | null;
  table?: string;
  names?: string[];
  commitment?: string | null;
  seed?: Seed | null;
  drafts?: DraftStep[];
  outcome?: Outcome | null;
  origin?: Origin | null;
  /** The position from which the game started, if it was not dealt and the record is whole. */
  position?: string | null;
}

export type FromClient =
  | Hello
  | Sit
  | Leave
  | Return
  | SeatBot
  | Remove
  | InviteAgain
  | Ready
  | PlayMove
  | UpdateDraft
  | AskHistory
  | AskHints
  | AskRematch
  | Propose
  | Answer
  | Resign
  | Resume
  | SetBotPace
  | AllowPrograms
  | Say
  | React
  | Report
  | Echo
  | Ping
  | PageHidden;

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
