/** What browsers answer, read and looked at: `@simplewebauthn/server` checks all that the standard asks for. */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import * as z from 'zod/mini';
import { BusinessError } from '../../calls/errors.ts';
import { siteOf } from './passkeySite.ts';
import type { PasskeyRecord } from './passkeysRepository.ts';

/** ECDSA with P-256, and RSA for what has nothing better: all devices know one of them. */
export const ALGORITHMS = [-7, -257];

const base64url = z.string().check(z.maxLength(12_288), z.regex(/^[\w-]+$/));
const common = { id: base64url, rawId: base64url, type: z.literal('public-key') };
// Only what is looked at is taken over, so that nothing else reaches the library.
const signedSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(z.nullable(z.string())),
  }),
});
const madeSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,32}$/))).check(z.maxLength(8))),
  }),
});

/** An answer, and the challenge that it says it is to. */
type Answer<R> = { readonly response: R; readonly challenge: string };

export const readSigned = (text: string) => read<AuthenticationResponseJSON>(signedSchema, text);
export const readMade = (text: string) => read<RegistrationResponseJSON>(madeSchema, text);

/** Reads an answer. Throws `BusinessError('PASSKEY_REFUSED')` for what is none. */
function read<R extends AuthenticationResponseJSON | RegistrationResponseJSON>(
  schema: z.core.$ZodType,
  text: string,
): Answer<R> {
  try {
    const parsed = z.parse(schema, JSON.parse(text)) as Omit<R, 'clientExtensionResults'>;
    const response = { ...parsed, clientExtensionResults: {} } as R;
    const { challenge } = decodeClientDataJSON(response.response.clientDataJSON);
    if (typeof challenge === 'string') return { response, challenge };
  } catch {
    // Whatever is wrong with its form.
  }
  throw new BusinessError('PASSKEY_REFUSED');
}

type Expected = { readonly challenge: string; readonly origin: string };

function expectations({ response }: AuthenticationResponseJSON | RegistrationResponseJSON, expected: Expected) {
  const { challenge, origin } = expected;
  const expectedRPID = siteOf(origin)?.id;
  // It was one when the challenge was made.
  if (expectedRPID === undefined) throw new Error('a challenge has no site');
  // No page of another address has the exchange in a frame.
  if (decodeClientDataJSON(response.clientDataJSON).crossOrigin === true) throw new Error('the page is in a frame');
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID, requireUserVerification: true };
}

/** The passkey of an answer that is right. Throws otherwise. */
export async function verifyMade(response: RegistrationResponseJSON, expected: Expected) {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...expectations(response, expected),
    response,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified) throw new Error('the answer is not signed rightly');
  const { id, publicKey, counter } = registrationInfo.credential;
  const transports = response.response.transports ?? [];
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
}

/** How often the device has signed, of an answer that is right. Throws otherwise. */
export async function verifySigned(
  response: AuthenticationResponseJSON,
  passkey: PasskeyRecord,
  expected: Expected,
): Promise<number> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expectations(response, expected),
    response,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
      // A count that goes back is told, and refuses nobody: it is compared where it is written.
      counter: 0,
    },
  });
  if (!verified) throw new Error('the answer is not signed rightly');
  return authenticationInfo.newCounter;
}
