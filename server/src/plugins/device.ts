/**
 * Identifies the browser that logs in or requests a code, so that attempts of its user count separately from those of
 * strangers on the same account. The cookie grants no access.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '@halyard/contract/call';
import { askPasskeyLogin, logInWithPasskey } from '@halyard/contract/security/passkeyCalls';
import { logIn, sendMailCode, sendTextCode } from '@halyard/contract/user/calls';

const COOKIE = /(?:^|;\s*)halyard_device=([0-9a-f]{32})(?:;|$)/;
/** Longest lifetime of a cookie that browsers accept. */
export const DEVICE_COOKIE_SECONDS = 400 * 24 * 60 * 60;
const ISSUING: ReadonlySet<Call> = new Set<Call>([
  logIn,
  askPasskeyLogin,
  logInWithPasskey,
  sendMailCode,
  sendTextCode,
]);

/** SHA-256 of the caller's device id; `undefined` when there is none, and the call issues none. */
export function deviceOf(call: Call, request: FastifyRequest, reply: FastifyReply): string | undefined {
  const known = COOKIE.exec(request.headers.cookie ?? '')?.[1];
  if (known === undefined && !ISSUING.has(call)) return undefined;
  return createHash('sha256')
    .update(known ?? issueDevice(request, reply))
    .digest('hex');
}

function issueDevice(request: FastifyRequest, reply: FastifyReply): string {
  const name = randomBytes(16).toString('hex');
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `halyard_device=${name}; Path=/api; Max-Age=${DEVICE_COOKIE_SECONDS}; HttpOnly; SameSite=Strict${secure}`,
  );
  return name;
}
