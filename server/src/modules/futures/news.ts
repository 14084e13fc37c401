/** Events for users about their positions: what happened without their action, and warnings. */
import { sql } from 'drizzle-orm';
import type { Effect } from '@halyard/contract/futures/account';
import { liquidationPrice } from '@halyard/contract/futures/position';
import { rowsOf, type Transaction } from '../../db/database.ts';
import { writeUserEvents } from '../../events/userEvents.ts';
import { toUserEvent, type PositionEvent } from './publishPositions.ts';
import type { PositionRecord } from './positionRow.ts';

/** An effect on a position, and the position after it. */
export type PositionEffect = { readonly record: PositionRecord; readonly effect: Effect };

/** Writes the events of effects, in their transaction. */
export async function writePositionEvents(tx: Transaction, effects: readonly PositionEffect[]): Promise<void> {
  const events = effects.flatMap((one) => toPositionEvent(one) ?? []);
  if (events.length === 0) return;
  const ids = await rowsOf<{ id: string }>(
    tx,
    sql`select nextval('contract_news_id')::text as id from generate_series(1, ${events.length}::int)`,
  );
  await writeUserEvents(
    tx,
    events.map((one, index) => toUserEvent(one, Number(ids[index]?.id))),
  );
}

function toPositionEvent({ record, effect }: PositionEffect): PositionEvent | undefined {
  const { id: positionId, userId, terms, side, lots, leverage, profit, returned, endedAt } = record;
  const common = {
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
      return { ...common, happened: 'opened', at: effect.tick.at, price: effect.position.openPrice };
    case 'cancelled':
      return endedAt === null
        ? undefined
        : { ...common, happened: effect.reason, at: endedAt, price: record.targetPrice };
    case 'closed':
      // Users see the result of their own request.
      if (effect.reason === 'user' || endedAt === null) return undefined;
      return { ...common, happened: effect.reason, at: endedAt, price: effect.tick.price };
    case 'warned': {
      const { position, level, rate, tick } = effect;
      const price = position.mode === 'isolated' ? (liquidationPrice(position) ?? null) : null;
      return { ...common, happened: 'warning', at: tick.at, price: tick.price, level, rate, liquidationPrice: price };
    }
  }
}
