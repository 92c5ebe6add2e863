/** The order of a list of people: those who are online first. */
import type { Contact } from '../wire';

export function byPresence(contacts: readonly Contact[]): Contact[] {
  return [...contacts.filter(({ online }) => online), ...contacts.filter(({ online }) => !online)];
}
