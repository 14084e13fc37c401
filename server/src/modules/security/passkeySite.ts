/** The origin at which passkeys are made and used: a device binds each to the one where it was made. */
import { isIP } from 'node:net';
import { BusinessError } from '../../calls/callHandler.ts';

type SiteSettings = { readonly isSandbox: boolean; readonly publicUrl: string | undefined };

/** The site as devices identify it: host name, and whole origin. */
type PasskeySite = { readonly id: string; readonly origin: string };

/**
 * The exchange's own address; when the operator set none, the called origin, but only in a sandbox or on localhost.
 * Throws `BusinessError('PASSKEYS_UNAVAILABLE')` when browsers would make no passkey there.
 */
export function passkeySiteOf({ isSandbox, publicUrl }: SiteSettings, calledOrigin: string | undefined): PasskeySite {
  const site = siteOf(publicUrl ?? calledOrigin ?? '');
  const isMeant = publicUrl !== undefined || isSandbox || (site !== undefined && isLocal(site.id));
  if (site === undefined || !isMeant) throw new BusinessError('PASSKEYS_UNAVAILABLE');
  return site;
}

/** The site of an origin; undefined when browsers have no passkeys there. */
export function siteOf(text: string): PasskeySite | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, origin } = new URL(text);
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0;
  const isSecure = protocol === 'https:' || (protocol === 'http:' && isLocal(hostname));
  return isSecure && !isAddress ? { id: hostname, origin } : undefined;
}

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost');
