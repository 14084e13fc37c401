/** Ids that clients make for money mutations, and how long a request may begin under one. */

/**
 * Milliseconds after its creation in which a request may begin. An existing answer is repeated for as long as it is
 * stored.
 */
export const REQUEST_BEGINS_WITHIN_MS = 180_000;
/** Milliseconds that an id may be ahead of the exchange's clock. */
export const REQUEST_AHEAD_MAX_MS = 60_000;

const BYTES = 16;
const TIME_DIGITS = 12;

/**
 * A UUID of version 7 (RFC 9562, section 5.7): the time, in Unix milliseconds, and 74 random bits. Made from
 * `getRandomValues`, since `randomUUID` is missing on pages that were not served securely, as on a phone that opens a
 * computer's address in the local network.
 */
export function makeRequestId(nowMs: number): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), stamped).slice(TIME_DIGITS / 2);
  const hex = nowMs.toString(16).padStart(TIME_DIGITS, '0') + random.map((byte) => hexOf(byte)).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Creation time of an id, in Unix milliseconds by its maker's clock; `undefined` for UUIDs of other versions. */
export function requestIdTimeMs(id: string): number | undefined {
  // oxlint-disable-next-line money/no-float -- milliseconds, not money
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;
}

/** When an unknown id expires, in Unix milliseconds; `undefined` for an id without a time. */
export function expiryMsOf(id: string): number | undefined {
  const madeMs = requestIdTimeMs(id);
  return madeMs === undefined ? undefined : madeMs + REQUEST_BEGINS_WITHIN_MS;
}

/** Whether a request may begin under an unknown id. An id without a time may begin at any time. */
export function mayBegin(id: string, nowMs: number): boolean {
  const ageMs = nowMs - (requestIdTimeMs(id) ?? nowMs);
  return ageMs <= REQUEST_BEGINS_WITHIN_MS && ageMs >= -REQUEST_AHEAD_MAX_MS;
}

// Four bits hold the version, two the variant.
function stamped(byte: number, index: number): number {
  if (index === 6) return (byte & 0x0f) | 0x70;
  return index === 8 ? (byte & 0x3f) | 0x80 : byte;
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
