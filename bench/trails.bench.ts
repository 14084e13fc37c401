// Cost of a tick that triggers no trailing stop of its market, with none and with ten thousand of them that began at
// many prices, alternating, on each available engine. It covers the append and the sweep that follows; one tick of ten
// is a new high. Then how many are reached a second at one tick. TRAILS=1000 tries it with fewer.
import { sql } from 'drizzle-orm';
import type { OrderId, UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import type { OpenDatabase } from '../server/src/db/connect.ts';
import { rowsOf } from '../server/src/db/database.ts';
import { BTC_USDT, openSpotMarket, SYMBOL, type SpotMarket } from '../server/src/testing/spotMarket.ts';
import { testEngines } from '../server/src/testing/testDatabase.ts';

const TRAILS = Number(process.env['TRAILS'] ?? '10000');
const TEMPLATES = 50;
const ROUNDS = Number(process.env['ROUNDS'] ?? '9');
const TICKS = 100;
const GOAL = { timesMax: 1.2 };

type Place = SpotMarket & { last: number };

/** A market with trailing stops that began at falling prices, so that many of them have an extreme of their own. */
async function openPlace(engine: OpenDatabase['engine'], trails: number): Promise<Place> {
  const place = Object.assign(await openSpotMarket(engine), { last: 60_000 });
  await place.feed.append(SYMBOL, { price: '60000' });
  for (let index = 0; index < (trails > 0 ? TEMPLATES : 0); index += 1) {
    place.last -= 1;
    await place.feed.append(SYMBOL, { price: String(place.last) });
    await place.spot.sweepMarket(place.marketId);
    const user = await place.trader({ btc: '1' });
    const { id } = await place.spot.placeOrder(user, {
      ...BTC_USDT,
      side: 'sell',
      quantity: decimal('0.01'),
      price: undefined,
      stopPrice: undefined,
      orderType: 'trailing_stop',
      ...(index % 2 === 0 ? { trailFraction: decimal('0.1') } : { trailAmount: decimal('6000') }),
    });
    await copyOrder(place, { id, user, copies: Math.ceil(trails / TEMPLATES) - 1 });
  }
  await place.db.execute('vacuum analyze');
  return place;
}

/** Copies of an order that hold nothing: the sweep that is measured reads no balance. */
async function copyOrder(
  { db }: SpotMarket,
  { id, user, copies }: { readonly id: OrderId; readonly user: UserId; readonly copies: number },
): Promise<void> {
  await db.execute(sql`insert into spot_orders (user_id, market_id, side, order_type, status, reference_price, quantity,
      maker_fee_rate, taker_fee_rate, stop_series_id, stop_seq, trail_fraction, trail_amount, trail_id, trail_extreme)
    select ${user}, market_id, side, order_type, status, reference_price, quantity, maker_fee_rate, taker_fee_rate,
      stop_series_id, stop_seq, trail_fraction, trail_amount, trail_id, trail_extreme
    from spot_orders, generate_series(1, ${copies}) where id = ${id}`);
}

/** Milliseconds of a tick and the sweep after it. */
async function play(place: Place): Promise<number> {
  const startedAtMs = performance.now();
  for (let index = 0; index < TICKS; index += 1) {
    place.clock.advance(1000);
    // Down nine times, and up to a new high.
    place.last += index % 10 === 9 ? 10 : -1;
    await place.feed.append(SYMBOL, { price: String(place.last) });
    await place.spot.sweepMarket(place.marketId);
  }
  return (performance.now() - startedAtMs) / TICKS;
}

function median(values: readonly number[]): number {
  const sorted = [...values].toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** Alternating, so that other work of the machine affects both. */
async function measureTicks(none: Place, many: Place): Promise<void> {
  const rounds: { readonly none: number; readonly many: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const cost = { none: await play(none), many: await play(many) };
    // The first round warms up.
    if (round > 0) rounds.push(cost);
  }
  const text = (key: 'none' | 'many') => `${median(rounds.map((cost) => cost[key])).toFixed(2)} ms`;
  const times = median(rounds.map((cost) => cost.many / cost.none));
  console.log(`  a tick and its sweep: ${text('none')} with none, ${text('many')} with ${TRAILS}`);
  console.log(
    `  ${times.toFixed(2)} times one without; goal ${GOAL.timesMax}: ${times <= GOAL.timesMax ? 'met' : 'missed'}`,
  );
}

/** Trailing stops a second that one tick reaches. */
async function measureReaching(place: Place): Promise<void> {
  await place.feed.append(SYMBOL, { price: '50000' });
  const startedAtMs = performance.now();
  await rowsOf(place.db, sql`select spot_follow(${place.marketId})`);
  const rate = (TRAILS * 1000) / (performance.now() - startedAtMs);
  const [left] = await rowsOf<{ count: number }>(
    place.db,
    sql`select count(*)::int from spot_orders where trail_id is not null`,
  );
  if (left?.count !== 0) throw new Error('a trailing stop was not reached');
  console.log(`  all of them at one tick: ${Math.round(rate)} reached /s`);
}

for (const engine of await testEngines()) {
  console.log(`trailing stops on ${engine}, ${TRAILS} in one market, medians of ${ROUNDS} rounds of ${TICKS} ticks`);
  const [none, many] = [await openPlace(engine, 0), await openPlace(engine, TRAILS)];
  try {
    await measureTicks(none, many);
    await measureReaching(many);
  } finally {
    for (const place of [none, many]) await place.close();
  }
}
