/**
 * The device's own user check (finger, face or device PIN), requested through a passkey made for this lock only. No
 * server verifies it; the browser alone reports success. It protects the screen and gives no access at the exchange.
 */
import { PRODUCT_NAME } from '../../shared/config/constants.ts';

const CHALLENGE_BYTES = 32;
const TIMEOUT_MS = 60_000;
/** Authenticator data: the flags follow the hash of the site (32 bytes); bit 2 is "user verified". */
const FLAGS_AT = 32;
const USER_VERIFIED = 0b100;

/** Whether the device can verify its user for a page. */
export async function hasOwnerCheck(): Promise<boolean> {
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
}

/** Creates the passkey after the device verified its user; `undefined` when the user declined or it failed. */
export async function makeDevicePasskey(userName: string): Promise<string | undefined> {
  try {
    const made = await navigator.credentials.create({
      publicKey: {
        challenge: randomBytes(),
        rp: { name: PRODUCT_NAME },
        user: { id: randomBytes(), name: userName, displayName: userName },
        // ES256 and RS256: every platform supports one of them.
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        // Bound to this device, and not listed among the login passkeys.
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

/** Whether the device verified its user just now. */
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
