/** Users with money and a session for benchmarks of orders, and the market that they trade in. */
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { listMarkets } from '@halyard/contract/market/calls';
import { createHttpCaller } from '@halyard/contract/testing/httpCaller';
import { openDatabase, type DatabaseLocation } from '../server/src/db/connect.ts';
import type { Database } from '../server/src/db/database.ts';
import { postEntries } from '../server/src/ledger/ledger.ts';
import { createSessions } from '../server/src/modules/user/sessions.ts';
import { accountOf, CURRENCY, deposit, insertUsers } from '../server/src/testing/ledgerFixtures.ts';
import type { Place } from './ordersMix.ts';

const FUNDS = '10000000';

/** Users with money and a session, created before any server runs. */
export async function openTraders(
  location: DatabaseLocation,
  count: number,
  currencies: readonly CurrencyId[] = [CURRENCY.BTC, CURRENCY.USDT],
): Promise<string[]> {
  const { db, close } = await openDatabase(location);
  try {
    const users = await insertUsers(db, count);
    const funds = users.flatMap((user) => currencies.map((currencyId) => deposit(accountOf(user, currencyId), FUNDS)));
    await db.transaction((tx) => postEntries(tx, funds));
    return await Promise.all(users.map((user) => openSession(db, user)));
  } finally {
    await close();
  }
}

/** Longer than any benchmark. */
const SESSION_HOURS = { sessionIdleHours: 24, sessionAgeHours: 24 } as const;

async function openSession(db: Database, id: UserId): Promise<string> {
  const events = {
    publish: () => undefined,
    subscribe: () => () => undefined,
    flush: async () => undefined,
    isConnected: () => true,
    close: async () => undefined,
  };
  const sessions = createSessions({ db, events, clock: { nowMs: () => Date.now() }, settings: SESSION_HOURS });
  const caller = { ip: '127.0.0.1', userAgent: 'bench', language: 'en' } as const;
  const token = await sessions.open({ id, passwordHash: 'none' }, caller);
  if (token === undefined) throw new Error('no session was opened');
  return token;
}

/** BTC/USDT with its last price. */
export async function readPlace(url: string): Promise<Place> {
  const place = (await readPlaces(url)).find(({ baseId }) => baseId === CURRENCY.BTC);
  if (place === undefined) throw new Error('the market has no price');
  return place;
}

/** The markets in USDT that have a price. */
export async function readPlaces(url: string): Promise<Place[]> {
  const groups = await createHttpCaller(url)(listMarkets, {});
  return groups
    .flatMap(({ markets }) => markets)
    .flatMap((market) =>
      market.quoteId === CURRENCY.USDT && market.lastPrice !== null ? [{ ...market, price: market.lastPrice }] : [],
    );
}
