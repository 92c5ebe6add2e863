/** Passkeys in this browser: creating one, and logging in with one. */
import { createPasskey, fetchPasskeyChallenge, startPasskey } from '../../net/account-api';
import type { LogInWithPasskey } from '../../wire';

const TIMEOUT_MS = 5 * 60 * 1000;
const IP_ADDRESS = /^([\d.]+|\[.*\])$/;

/** Whether this browser offers passkeys for this address: over TLS or at localhost, with a name. */
export const hasPasskeys =
  window.isSecureContext && 'PublicKeyCredential' in window && !IP_ADDRESS.test(location.hostname);

/** Whether an error means that the person closed the browser's dialog, or that it took too long. */
export function isGivenUp(error: unknown): boolean {
  return (
    error instanceof DOMException &&
    (error.name === 'NotAllowedError' || error.name === 'AbortError')
  );
}

/** Whether an error means that this device already has a passkey of the account. */
export function isKnownDevice(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'InvalidStateError';
}

/** Let the browser create a passkey and store it. */
export async function addPasskey(name: string, password: string): Promise<void> {
  const wanted = await startPasskey(password);
  const credential = (await navigator.credentials.create({
    publicKey: {
      challenge: bytes(wanted.challenge),
      rp: { id: wanted.rp_id, name: wanted.rp_name },
      user: { id: bytes(wanted.user_id), name: wanted.login, displayName: wanted.name },
      pubKeyCredParams: wanted.algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: wanted.existing.map((id) => ({ type: 'public-key', id: bytes(id) })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      timeout: TIMEOUT_MS,
    },
  })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAttestationResponse;
  await createPasskey({
    name,
    id: credential.id,
    client_data: text(response.clientDataJSON),
    attestation: text(response.attestationObject),
  });
}

/**
 * Ask for a passkey. With `conditional` the browser offers passkeys in the field for the user name,
 * and this waits until the person chooses one or `signal` aborts it.
 */
export async function answerChallenge(
  signal: AbortSignal,
  mediation: CredentialMediationRequirement,
): Promise<LogInWithPasskey> {
  const { challenge, rp_id } = await fetchPasskeyChallenge();
  const credential = (await navigator.credentials.get({
    mediation,
    signal,
    publicKey: {
      challenge: bytes(challenge),
      rpId: rp_id,
      userVerification: 'required',
      timeout: TIMEOUT_MS,
    },
  })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    id: credential.id,
    client_data: text(response.clientDataJSON),
    authenticator_data: text(response.authenticatorData),
    signature: text(response.signature),
    user_handle: response.userHandle ? text(response.userHandle) : '',
  };
}

/** Whether the browser can offer passkeys in the field for the user name. */
export async function offersPasskeysInFields(): Promise<boolean> {
  return hasPasskeys && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const decoded = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(decoded, (letter) => letter.charCodeAt(0));
}

function text(buffer: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte));
  return btoa(letters.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
