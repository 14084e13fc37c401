/** Closing a position needs a price of now: where the feed has stopped for a moment, it waits for the next tick. */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { MarketStatus } from '@halyard/contract/calls/markets';
import { FRESH_PRICE_MS } from '@halyard/contract/rules/options';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import type { Own } from './closePosition.ts';

const LOOK_EVERY_MS = 200;
/** Another node leads the feed within five seconds when one dies. */
const WAIT_MAX_MS = 10_000;

/** Waits for all positions that one request closes. */
export type PriceWait = (own: Pick<Own, 'userId' | 'id'>) => Promise<void>;

/** Makes a wait that ends {@link WAIT_MAX_MS} from now. Never refuses: the closing itself reports a missing price. */
export function createPriceWait({ db, clock }: { readonly db: Database; readonly clock: Clock }): PriceWait {
  const untilMs = performance.now() + WAIT_MAX_MS;
  return async (own) => {
    while ((await isPriceMissing(db, clock, own)) && performance.now() < untilMs) await setTimeout(LOOK_EVERY_MS);
  };
}

async function isPriceMissing(
  db: Database,
  clock: Clock,
  { userId, id }: Pick<Own, 'userId' | 'id'>,
): Promise<boolean> {
  const [market] = await rowsOf<{ status: MarketStatus; last_at: string | null }>(
    db,
    sql`select r.status, r.last_at from contract_positions p join market_records r on r.id = p.market_id
      where p.id = ${id} and p.user_id = ${userId} and p.status = 'trading'`,
    'position_price',
  );
  if (market === undefined || market.status === 'feed-ended' || market.last_at === null) return false;
  return market.status !== 'trading' || clock.nowMs() - Date.parse(market.last_at) > FRESH_PRICE_MS;
}
