/** Recognition of callers by the earlier sessions of an account. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { Caller } from '../../calls/callHandler.ts';
import { networkOf } from '../../calls/networks.ts';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { countryOfAddress, deviceNamesOf, type DeviceNames } from './placeNames.ts';

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
