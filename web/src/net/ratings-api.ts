/** HTTP requests about ratings and pairing; pages that need them are loaded later. */

import type {
  HeadToHead,
  Leaderboard,
  PairingOffer,
  PersonRating,
  RatingHistory,
  SeekGame,
  SeekUpdate,
} from '../wire';
import { request } from './api';
import { lobby } from './lobby.svelte';

/** Fetch what people can be paired for. */
export const fetchPairingOffers = () => request<PairingOffer[]>('/api/pairing');

/** Look for people to play a rated game with. */
export async function seekGame(wanted: SeekGame): Promise<void> {
  lobby.showSeek((await request<SeekUpdate>('/api/pairing', wanted)).seek);
}

/** End the search, or decline the game that was found. */
export async function cancelSeek(): Promise<void> {
  await request<null>('/api/pairing/cancel', {});
}

/** Fetch the ratings of the people at a table. */
export const fetchTableRatings = (table: string) =>
  request<PersonRating[]>(`/api/tables/${encodeURIComponent(table)}/ratings`);

export const fetchRatingHistory = (person: string, game: string) =>
  request<RatingHistory>(`/api/people/${encodeURIComponent(person)}/ratings/${game}`);

/** Fetch the current person's record against another one. */
export const fetchHeadToHead = (person: string) =>
  request<HeadToHead>(`/api/people/${encodeURIComponent(person)}/head-to-head`);

export const fetchLeaderboard = (game: string, period: Leaderboard['period'], programs: boolean) =>
  request<Leaderboard>(
    `/api/leaderboards/${encodeURIComponent(game)}?period=${period}&programs=${programs}`,
  );
