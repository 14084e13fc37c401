/**
 * Names the browser that logs in or asks for a code, so that its owner is told from strangers who try the same account.
 * The cookie opens nothing: it says whose tries these are, not that one is right.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '@halyard/contract/call';
import { askPasskeyLogin, logInWithPasskey } from '@halyard/contract/security/passkeyCalls';
import { logIn, sendMailCode, sendTextCode } from '@halyard/contract/user/calls';

const COOKIE = /(?:^|;\s*)halyard_device=([0-9a-f]{32})(?:;|$)/;
/** Browsers keep none for longer. */
export const DEVICE_KEPT_SECONDS = 400 * 24 * 60 * 60;
const NAMING: ReadonlySet<Call> = new Set<Call>([logIn, askPasskeyLogin, logInWithPasskey, sendMailCode, sendTextCode]);

/** The SHA-256 of the caller's name; `undefined` where he has none, and the call gives none. */
export function deviceOf(call: Call, request: FastifyRequest, reply: FastifyReply): string | undefined {
  const known = COOKIE.exec(request.headers.cookie ?? '')?.[1];
  if (known === undefined && !NAMING.has(call)) return undefined;
  return createHash('sha256')
    .update(known ?? nameDevice(request, reply))
    .digest('hex');
}

function nameDevice(request: FastifyRequest, reply: FastifyReply): string {
  const name = randomBytes(16).toString('hex');
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `halyard_device=${name}; Path=/api; Max-Age=${DEVICE_KEPT_SECONDS}; HttpOnly; SameSite=Strict${secure}`,
  );
  return name;
}
