/** What users are told of their positions: what happened without them, and how near the end is. */
import { sql } from 'drizzle-orm';
import type { Effect } from '@halyard/contract/futures/account';
import { liquidationPrice } from '@halyard/contract/futures/position';
import { rowsOf, type Transaction } from '../../db/database.ts';
import { writeUserEvents } from '../../events/userEvents.ts';
import { toldOf, type PositionNews } from './publishPositions.ts';
import type { PositionRecord } from './positionRow.ts';

/** What happened to a position, and how it stands then. */
export type Told = { readonly record: PositionRecord; readonly effect: Effect };

/** Writes what is worth telling, in the transaction that makes it happen. */
export async function writeNews(tx: Transaction, told: readonly Told[]): Promise<void> {
  const news = told.flatMap((one) => newsOf(one) ?? []);
  if (news.length === 0) return;
  const ids = await rowsOf<{ id: string }>(
    tx,
    sql`select nextval('contract_news_id')::text as id from generate_series(1, ${news.length}::int)`,
  );
  await writeUserEvents(
    tx,
    news.map((one, index) => toldOf(one, Number(ids[index]?.id))),
  );
}

function newsOf({ record, effect }: Told): PositionNews | undefined {
  const { id: positionId, userId, terms, side, lots, leverage, profit, returned, endedAt } = record;
  const news = {
    positionId,
    userId,
    side,
    lots,
    leverage,
    symbol: terms.symbol,
    currency: terms.currency,
    places: terms.pricePrecision,
    profit,
    returned,
    level: null,
    rate: null,
    liquidationPrice: null,
  };
  switch (effect.kind) {
    case 'night':
      return undefined;
    case 'opened':
      return { ...news, happened: 'opened', at: effect.tick.at, price: effect.position.openPrice };
    case 'cancelled':
      return endedAt === null
        ? undefined
        : { ...news, happened: effect.reason, at: endedAt, price: record.targetPrice };
    case 'closed':
      // He did it himself, and has seen it.
      if (effect.reason === 'user' || endedAt === null) return undefined;
      return { ...news, happened: effect.reason, at: endedAt, price: effect.tick.price };
    case 'warned': {
      const { position, level, rate, tick } = effect;
      const price = position.mode === 'isolated' ? (liquidationPrice(position) ?? null) : null;
      return { ...news, happened: 'warning', at: tick.at, price: tick.price, level, rate, liquidationPrice: price };
    }
  }
}
