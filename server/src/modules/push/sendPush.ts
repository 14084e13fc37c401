/** One push to one browser: encrypted for it (RFC 8291), signed (RFC 8292), sent to its push service (RFC 8030). */
import { createHash } from 'node:crypto';
import webpush from 'web-push';
import type { MessageCategory, PushedMessage } from '@halyard/contract/notifications/calls';
import type { VapidKeys } from './pushSettings.ts';

/** A browser, as its subscription describes it. */
export type Browser = { readonly endpoint: string; readonly publicKey: string; readonly secret: string };

export type Signature = VapidKeys & { readonly subject: string };

/** Result of a push. `later`: the service asks for a retry, after `waitMs` if given. */
export type Outcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'later'; readonly waitMs?: number | undefined }
  | { readonly kind: 'refused'; readonly status: number };

const HOUR_SECONDS = 3600;
const TIMEOUT_MS = 10_000;
/** Services accept 4 KB of ciphertext; this leaves room, and limits texts of others. */
const PAYLOAD_BYTES_MAX = 3000;
const TEXT_CHARACTERS_MAX = 600;
const TOPIC_CHARACTERS = 32;

/** Lifetime of a push for an unreachable browser, and whether it may wake a sleeping phone. */
type Manner = { readonly hours: number; readonly urgency: webpush.Urgency };

const USUAL: Manner = { hours: 24, urgency: 'normal' };
/** Categories that differ from the usual. */
const MANNERS: Readonly<Partial<Record<MessageCategory, Manner>>> = {
  alerts: { hours: 4, urgency: 'high' },
  fills: { hours: 12, urgency: 'normal' },
  options: { hours: 12, urgency: 'normal' },
  contracts: { hours: 12, urgency: 'high' },
  withdrawals: { hours: 24, urgency: 'high' },
  rebates: { hours: 24, urgency: 'low' },
  security: { hours: 72, urgency: 'high' },
};

/** The payload, as JSON of at most 3 KB; a text that is too long is cut. */
export function payloadOf(message: PushedMessage): string {
  let characters = Array.from(message.text);
  if (characters.length > TEXT_CHARACTERS_MAX) characters = [...characters.slice(0, TEXT_CHARACTERS_MAX), '…'];
  for (;;) {
    const payload = JSON.stringify({ ...message, text: characters.join('') });
    if (Buffer.byteLength(payload) <= PAYLOAD_BYTES_MAX || characters.length === 0) return payload;
    characters = characters.length < 3 ? [] : [...characters.slice(0, Math.trunc(characters.length / 2)), '…'];
  }
}

/** Whether pushes can be encrypted for a browser with these keys. */
export function canEncryptFor({ publicKey, secret }: Pick<Browser, 'publicKey' | 'secret'>): boolean {
  try {
    webpush.encrypt(publicKey, secret, '{}', 'aes128gcm');
    return true;
  } catch {
    return false;
  }
}

/**
 * Sends a message. A second one with the same id replaces the first while that still waits at the service. Never
 * throws, unless `signal` aborts.
 */
export async function sendPush(
  browser: Browser,
  message: PushedMessage,
  { publicKey, privateKey, subject }: Signature,
  signal: AbortSignal,
): Promise<Outcome> {
  const { hours, urgency } = MANNERS[message.category] ?? USUAL;
  const { endpoint } = browser;
  const { headers, body } = webpush.generateRequestDetails(
    { endpoint, keys: { p256dh: browser.publicKey, auth: browser.secret } },
    payloadOf(message),
    {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: hours * HOUR_SECONDS,
      urgency,
      topic: createHash('sha256').update(message.id).digest('base64url').slice(0, TOPIC_CHARACTERS),
      contentEncoding: 'aes128gcm',
    },
  );
  try {
    // `fetch` sets the length itself. Services have no reason to redirect, so redirects are not followed.
    const { 'Content-Length': _length, ...own } = headers;
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: own,
      body: new Uint8Array(body ?? []),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return outcomeOf(response);
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'later' };
  }
}

function outcomeOf({ status, ok, headers }: Response): Outcome {
  if (ok) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500) return { kind: 'later', waitMs: waitOf(headers.get('retry-after')) };
  return { kind: 'refused', status };
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function waitOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const [seconds] = /^\d{1,6}$/.exec(retryAfter) ?? [];
  if (seconds !== undefined) return Number.parseInt(seconds, 10) * 1000;
  const atMs = Date.parse(retryAfter);
  return Number.isNaN(atMs) ? undefined : Math.max(atMs - Date.now(), 0);
}
