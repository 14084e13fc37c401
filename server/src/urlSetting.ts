/** Settings that are URLs. */
import * as z from 'zod/mini';

/** A URL with one of these protocols, each including its colon. */
export function urlOf(...protocols: readonly string[]) {
  return z.string().check(z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol)));
}

/**
 * Whether a text is a URL template of map tiles. The host is inserted into the content security policy, so it must
 * contain only the characters of a host.
 */
export function isTilesUrl(text: string): boolean {
  const places = text.match(/\{[^}]*\}/g) ?? [];
  if (places.toSorted().join('') !== '{x}{y}{z}' || /[\s'"<>]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocol === 'https:' && /^[a-z\d.-]+$/.test(hostname) && username === '' && password === '';
}
