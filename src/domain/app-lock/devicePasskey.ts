/**
 * The device's own check of its owner (a finger, a face, its own PIN), asked for through a key that is made for this
 * lock and known to nobody else: no server verifies it, the browser alone says that the check was passed. It guards the
 * screen, and opens nothing at the exchange.
 */
import { PRODUCT_NAME } from '../../shared/config/constants.ts';

const CHALLENGE_BYTES = 32;
const TIMEOUT_MS = 60_000;
/** In the authenticator's data: behind the hash of the site, the bit that says that the user was verified. */
const FLAGS_AT = 32;
const USER_VERIFIED = 0b100;

/** Whether the device can check its owner for a page. */
export async function hasOwnerCheck(): Promise<boolean> {
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
}

/** Makes the key, after the device has checked its owner; `undefined` when he did not want to, or could not. */
export async function makeDevicePasskey(userName: string): Promise<string | undefined> {
  try {
    const made = await navigator.credentials.create({
      publicKey: {
        challenge: randomBytes(),
        rp: { name: PRODUCT_NAME },
        user: { id: randomBytes(), name: userName, displayName: userName },
        // ES256 and RS256: every platform has one of them.
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        // Of this device, and not among the passkeys that one logs in with.
        authenticatorSelection: {
          authenticatorAttachment: 'platform',
          userVerification: 'required',
          residentKey: 'discouraged',
        },
        timeout: TIMEOUT_MS,
      },
    });
    return made?.id;
  } catch {
    return undefined;
  }
}

/** Whether the device's owner has passed its check just now. */
export async function askDeviceOwner(passkeyId: string): Promise<boolean> {
  const challenge = randomBytes();
  try {
    const answer = (await navigator.credentials.get({
      publicKey: {
        challenge,
        allowCredentials: [{ type: 'public-key', id: bytesOf(passkeyId), transports: ['internal'] }],
        userVerification: 'required',
        timeout: TIMEOUT_MS,
      },
    })) as PublicKeyCredential | null;
    return answer?.id === passkeyId && isVerified(answer.response as AuthenticatorAssertionResponse, challenge);
  } catch {
    return false;
  }
}

function isVerified(response: AuthenticatorAssertionResponse, challenge: Uint8Array): boolean {
  const said = JSON.parse(new TextDecoder().decode(response.clientDataJSON)) as { challenge?: unknown };
  const flags = new Uint8Array(response.authenticatorData)[FLAGS_AT] ?? 0;
  return said.challenge === textOf(challenge) && (flags & USER_VERIFIED) !== 0;
}

const randomBytes = () => crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES));

function textOf(bytes: Uint8Array): string {
  const text = btoa(String.fromCodePoint(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.codePointAt(0) ?? 0);
}
