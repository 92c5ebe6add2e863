/** HTTP requests about e-mail addresses and passkeys, which only the settings need. */

import type {
  LogInWithPasskey,
  Me,
  NewMailAddress,
  NewPasskey,
  OwnMailAddress,
  OwnPasskey,
  PasskeyChallenge,
  PasskeyCreation,
  RemovePasskey,
  RenamePasskey,
} from '../wire';
import { request } from './api';

export type MailAlertKind = OwnMailAddress['alerts'][number];

/** Send a link to set a new password to the account's address, if it has one. */
export const sendPasswordLink = (account: string) =>
  request<null>('/api/password-mail', { account });

export const fetchMailAddress = () => request<OwnMailAddress>('/api/mail-address');
export const setMailAddress = (change: NewMailAddress) =>
  request<OwnMailAddress>('/api/mail-address', change);
export const confirmMailAddress = (token: string) =>
  request<null>('/api/mail-address/confirm', { token });
export const removeMailAddress = (password: string) =>
  request<null>('/api/mail-address/remove', { password });

export const chooseMailAlerts = (kinds: readonly MailAlertKind[]) =>
  request<null>('/api/mail-alerts', { kinds });
export const stopMailAlerts = (token: string) => request<null>('/api/mail-alerts/stop', { token });

export const fetchPasskeys = () => request<OwnPasskey[]>('/api/passkeys');
export const startPasskey = (password: string) =>
  request<PasskeyCreation>('/api/passkeys/start', { password });
export const createPasskey = (passkey: NewPasskey) => request<OwnPasskey>('/api/passkeys', passkey);
export const renamePasskey = (change: RenamePasskey) =>
  request<null>('/api/passkeys/rename', change);
export const removePasskey = (sure: RemovePasskey) => request<null>('/api/passkeys/remove', sure);
export const fetchPasskeyChallenge = () => request<PasskeyChallenge>('/api/passkeys/challenge', {});
export const logInWithPasskey = (answer: LogInWithPasskey) =>
  request<Me>('/api/passkeys/log-in', answer);
