/** Whether somebody logs in from where he was before. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/calls/ids';
import { rowsOf, type Transaction } from '../../db/database.ts';
import { countryOfAddress, deviceNamesOf, type DeviceNames } from './placeNames.ts';

/** How many sessions are looked back upon. */
const SESSIONS_SEEN = 100;
const VERSION = / [\d.]+$/;

type Login = { readonly userId: UserId; readonly userAgent: string | undefined; readonly ip: string };

/**
 * What to call a device that the user's earlier sessions do not know, e.g. `Chrome 120, Android 14, Pixel 7, DE`; empty
 * where it tells nothing, `undefined` for one that is known and for a first login. A browser or a system that was
 * updated is the same one. Ask before the new session is written.
 */
export async function nameNewDevice(tx: Transaction, { userId, userAgent, ip }: Login): Promise<string | undefined> {
  const seen = await rowsOf<{ user_agent: string | null }>(
    tx,
    sql`select distinct user_agent from
      (select user_agent from sessions where user_id = ${userId} order by id desc limit ${SESSIONS_SEEN}) newest`,
  );
  if (seen.length === 0) return undefined;
  const names = deviceNamesOf(userAgent ?? null);
  const key = keyOf(names);
  if (seen.some((session) => keyOf(deviceNamesOf(session.user_agent)) === key)) return undefined;
  const parts = [names.browser, names.system, names.device, countryOfAddress(ip)];
  return parts.filter((part) => part !== null && part !== '').join(', ');
}

function keyOf({ browser, system, device }: DeviceNames): string {
  return [browser, system].map((name) => name.replace(VERSION, '')).join('|') + `|${device}`;
}
