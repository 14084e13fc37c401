/** Price alerts on a real database without HTTP: a market with prices of the test, and users who set alerts on it. */
import { sql } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import type { MarketId, UserId } from '@halyard/contract/ids';
import type { addPriceAlert } from '@halyard/contract/price-alerts/calls';
import { decimal } from '@halyard/contract/money';
import { rowsOf, type Database } from '../db/database.ts';
import { createMessageWriter } from '../exchange.ts';
import { createLocalBus } from '../events/eventBus.ts';
import { selectMessages } from '../modules/notifications/messageRepository.ts';
import { selectAlerts } from '../modules/price-alerts/alertsRepository.ts';
import { setAlert, sweepAlerts } from '../modules/price-alerts/index.ts';
import { insertUsers } from './ledgerFixtures.ts';
import { createScriptedFeed } from './scriptedFeed.ts';
import { createTestClock } from './testClock.ts';

export const SYMBOL = 'BTC/USDT';

/** Fields of an alert; missing ones have usual values. */
export type AlertRequest = Partial<Omit<RequestOf<typeof addPriceAlert>, 'value'>> & { readonly value?: string };

export type AlertDesk = Awaited<ReturnType<typeof openAlertDesk>>;

/** Fails the test: no error is expected here. */
export const quiet = { warn: () => undefined, error: fail };

/** Opens a desk on a migrated, empty database. */
export async function openAlertDesk(db: Database) {
  const clock = createTestClock(Date.parse('2026-01-05T00:00:00.000Z'));
  const events = createLocalBus(quiet);
  const feed = await createScriptedFeed({ db, events, clock }, [SYMBOL]);
  const [market] = await rowsOf<{ id: MarketId }>(db, sql`select id from markets where symbol = ${SYMBOL}`);
  if (market === undefined) throw new Error(`there is no market ${SYMBOL}`);
  const marketId = market.id;
  const deps = { db, clock, events };
  return {
    ...deps,
    deps,
    marketId,
    user: async () => (await insertUsers(db, 1))[0] as UserId,
    set: (userId: UserId, { value = '110', ...request }: AlertRequest = {}) =>
      setAlert(deps, userId, { marketId, kind: 'above', value: decimal(value), ...request }),
    /** Appends prices at the clock's time. */
    tick: (...prices: readonly string[]) => feed.append(SYMBOL, ...prices.map((price) => ({ price }))),
    /** Sweep of the leading node after a tick. */
    sweep: () => sweepAlerts(deps, marketId),
    statesOf: async (userId: UserId) => (await selectAlerts(db, userId)).map(({ status }) => status),
    /** Messages of a user in English, the newest first. */
    messages: async (userId: UserId) =>
      (await selectMessages(db, userId, { limit: 50 })).map(({ facts, ref }) =>
        createMessageWriter()({ language: 'en', isSandbox: true }, facts, ref),
      ),
  };
}

function fail(fields: unknown): never {
  throw new Error(JSON.stringify(fields));
}
