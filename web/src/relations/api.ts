/** Requests about other people: friends, following, blocking, invitations to tables. */
import { request } from '../net/api';
import type {
  ChangeRelation,
  ContactSettings,
  Contacts,
  InvitePerson,
  LobbySnapshot,
  Person,
  Relation,
  TableOpened,
} from '../wire';

const personPath = (person: string) => `/api/people/${encodeURIComponent(person)}/relation`;

/** Fetch what the current person is to another. */
export const fetchRelation = (person: string) => request<Relation>(personPath(person));
export const changeRelation = (person: string, action: ChangeRelation['action']) =>
  request<Relation>(personPath(person), { action });

/** Find people with an account by their exact name or login. */
export const findPeople = (name: string) =>
  request<Person[]>(`/api/people?name=${encodeURIComponent(name)}`);

export const fetchContacts = () => request<Contacts>('/api/contacts');
export const storeContactSettings = (settings: ContactSettings) =>
  request<null>('/api/contacts/settings', settings);

/** Fetch the people whom the current person has blocked. */
export const fetchBlocked = () => request<Person[]>('/api/blocks');

/** Invite a person to a table of which the current person is the host. */
export const inviteToTable = (table: string, person: InvitePerson['person']) =>
  request<null>(`/api/tables/${encodeURIComponent(table)}/invitations`, { person });
export const acceptInvitation = (table: string) =>
  request<TableOpened>(`/api/invitations/${encodeURIComponent(table)}/accept`, {});
export const declineInvitation = (table: string) =>
  request<null>(`/api/invitations/${encodeURIComponent(table)}/decline`, {});

/** Fetch the current person's tables whose games have not begun and which have free seats. */
export async function fetchWaitingTables(me: string) {
  const { yours } = await request<LobbySnapshot>('/api/lobby');
  return yours.filter(
    ({ phase, host, free }) => phase === 'gathering' && host.id === me && free > 0,
  );
}
