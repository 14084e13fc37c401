/** Finding the market of a request before the market is locked, from fields of an order that never change. */
import { sql } from 'drizzle-orm';
import type { Call, AnswerOf } from '@halyard/contract/call';
import type { CurrencyId, MarketId, OrderId, UserId } from '@halyard/contract/ids';
import type { Side } from '@halyard/contract/spot/calls';
import { rowsOf, rowsOfFixed, type Database, type Reader } from '../../db/database.ts';
import { findFirstAnswer, type OnceRequest } from '../../db/runOnce.ts';
import { BusinessError } from '../../calls/errors.ts';

/** A pair of currencies that is traded. */
export type Pair = { readonly baseId: CurrencyId; readonly quoteId: CurrencyId };

/** Selects waiting orders of a user; a missing field matches all. */
export type WaitingFilter = {
  readonly baseId?: CurrencyId | undefined;
  readonly quoteId?: CurrencyId | undefined;
  readonly side?: Side | undefined;
};

const OF_PAIR = {
  name: 'spot_market_of_pair',
  text: 'select id as market_id from markets where base_id = $1 and quote_id = $2',
};
const OF_ORDER = {
  name: 'spot_market_of_order',
  text: 'select market_id from spot_orders where id = $1 and user_id = $2',
};

/** Finds the market of a pair; `undefined` when there is none. A market's pair never changes, so it is read once. */
export type FindMarketOfPair = (pair: Pair) => Promise<MarketId | undefined>;

/** Creates a finder that caches what it found. */
export function createMarketOfPair(db: Database): FindMarketOfPair {
  const found = new Map<string, MarketId>();
  return async ({ baseId, quoteId }) => {
    const key = `${baseId}/${quoteId}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    const [row] = await rowsOfFixed<{ market_id: number }>(db, OF_PAIR, [baseId, quoteId]);
    const marketId = row?.market_id as MarketId | undefined;
    if (marketId !== undefined) found.set(key, marketId);
    return marketId;
  };
}

/** The market of a user's order; `undefined` when the user has no such order. */
export async function findMarketOfOrder(reader: Reader, userId: UserId, id: OrderId): Promise<MarketId | undefined> {
  const [row] = await rowsOfFixed<{ market_id: number }>(reader, OF_ORDER, [id, userId]);
  return row?.market_id as MarketId | undefined;
}

/** The markets in which the user has waiting orders. */
export async function findMarketsOfWaiting(
  reader: Reader,
  userId: UserId,
  { baseId = null, quoteId = null, side = null }: { [Key in keyof WaitingFilter]: WaitingFilter[Key] | null },
): Promise<MarketId[]> {
  const rows = await rowsOf<{ market_id: number }>(
    reader,
    sql`select distinct o.market_id from spot_orders o join markets m on m.id = o.market_id
      where o.user_id = ${userId} and o.status = 'waiting'
        and m.base_id = coalesce(${baseId}::int, m.base_id) and m.quote_id = coalesce(${quoteId}::int, m.quote_id)
        and o.side = coalesce(${side}::text, o.side)`,
  );
  return rows.map((row) => row.market_id as MarketId);
}

/** The first answer to a request whose market or order is missing; throws `BusinessError(code)` when there is none. */
export async function firstAnswerOr<C extends Call>(
  reader: Reader,
  once: OnceRequest<C>,
  code: 'MARKET_NOT_FOUND' | 'ORDER_NOT_FOUND',
): Promise<AnswerOf<C>> {
  const first = await findFirstAnswer(reader, once);
  if (first === undefined) throw new BusinessError(code);
  return first;
}
