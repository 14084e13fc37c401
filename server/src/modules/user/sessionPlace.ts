/** Origin of an action: device and country of its session. */
import { sql } from 'drizzle-orm';
import { rowsOf, type Reader } from '../../db/database.ts';
import { countryOfAddress, deviceNamesOf } from './placeNames.ts';

/** The place as messages store it; unknown parts are missing. */
export type SessionPlace = { readonly fromDevice?: string; readonly fromCountry?: string };

/** The current place of a session. */
export async function readSessionPlace(reader: Reader, sessionId: number | undefined): Promise<SessionPlace> {
  if (sessionId === undefined) return {};
  const [session] = await rowsOf<{ user_agent: string | null; ip: string | null }>(
    reader,
    sql`select user_agent, ip from sessions where id = ${sessionId}`,
  );
  if (session === undefined) return {};
  const { browser, system, device } = deviceNamesOf(session.user_agent);
  const fromDevice = [browser, system, device].filter((name) => name !== '').join(', ');
  const fromCountry = countryOfAddress(session.ip);
  return { ...(fromDevice !== '' && { fromDevice }), ...(fromCountry !== null && { fromCountry }) };
}
