/** The address at which passkeys are made and used: a device keeps each for the one where it was made. */
import { isIP } from 'node:net';
import { BusinessError } from '../../calls/errors.ts';

type SiteSettings = { readonly isSandbox: boolean; readonly publicUrl: string | undefined };

/** What devices know the exchange by: the name of its host, and its whole origin. */
export type PasskeySite = { readonly id: string; readonly origin: string };

/**
 * The exchange's own address; where the operator set none, the one that was called, and that only in a sandbox or on
 * this machine. Throws `BusinessError('PASSKEYS_UNAVAILABLE')` where browsers would make none.
 */
export function passkeySiteOf({ isSandbox, publicUrl }: SiteSettings, calledOrigin: string | undefined): PasskeySite {
  const site = siteOf(publicUrl ?? calledOrigin ?? '');
  const isMeant = publicUrl !== undefined || isSandbox || (site !== undefined && isLocal(site.id));
  if (site === undefined || !isMeant) throw new BusinessError('PASSKEYS_UNAVAILABLE');
  return site;
}

/** The site of an origin; undefined where its browsers have no passkeys. */
export function siteOf(text: string): PasskeySite | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, origin } = new URL(text);
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0;
  const isSecure = protocol === 'https:' || (protocol === 'http:' && isLocal(hostname));
  return isSecure && !isAddress ? { id: hostname, origin } : undefined;
}

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost');
