// Proves the whole of spot trading against a naive model that counts money in whole numbers: after every step of random histories of orders,
// cancellations and price moves, users have to the last digit what the model says, the same orders wait, and the books are in balance.
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderId, UserId } from '@halyard/contract/calls/ids';
import type { Order, Side } from '@halyard/contract/calls/spot';
import { decimal, type Decimal } from '@halyard/contract/money';
import { makerLadder, type LadderSettings } from '@halyard/contract/rules/ladder';
import { rowsOf } from '../../db/database.ts';
import { BusinessError } from '../../errors.ts';
import { readBalance } from '../../ledger/balances.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import {
  cancelInModel,
  createSpotModel,
  placeInModel,
  sweepModel,
  type ModelPlacing,
  type SpotModel,
} from '../../testing/spotModel.ts';
import { openSpotMarket, orderRequest, SYMBOL, type SpotMarket } from '../../testing/spotMarket.ts';

const HISTORIES = 300;
const FAULTS_EVERY = 50;
const UNITS = 18;
// Small levels, so that histories run through them: 30, 60 and 90 USDT a side.
const LADDER: LadderSettings = {
  pricePrecision: 2,
  quantityPrecision: 2,
  levels: 3,
  halfSpread: decimal('0.0002'),
  step: decimal('0.0002'),
  levelNotional: decimal('30'),
};

type Step =
  | ({ readonly kind: 'place' } & Omit<ModelPlacing, 'id'>)
  | { readonly kind: 'cancel'; readonly user: number; readonly pick: number }
  | { readonly kind: 'move'; readonly tick: number; readonly isSwept: boolean };
type History = { readonly purses: readonly (readonly [btc: number, usdt: number])[]; readonly steps: readonly Step[] };

const users = fc.integer({ min: 0, max: 2 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      user: users,
      side: fc.constantFrom<Side>('buy', 'sell'),
      tick: fc.option(fc.integer({ min: 9990, max: 10_010 }), { nil: undefined, freq: 4 }),
      lots: fc.integer({ min: 2, max: 80 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), user: users, pick: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      tick: fc.integer({ min: 9985, max: 10_015 }),
      isSwept: fc.boolean(),
    }),
  },
);
const histories: fc.Arbitrary<History> = fc.record({
  purses: fc.array(fc.tuple(fc.nat(4), fc.nat(400)), { minLength: 3, maxLength: 3 }),
  steps: fc.array(steps, { minLength: 4, maxLength: 14, size: 'max' }),
});

let exchange: SpotMarket;
beforeAll(async () => {
  exchange = await openSpotMarket();
  await exchange.db.execute(sql`update markets set quantity_precision = 2, min_quantity = 0.01, min_notional = 1,
    ladder_levels = 3, ladder_half_spread = 0.0002, ladder_step = 0.0002, ladder_level_notional = 30`);
  // So little that the house's money bounds its ladder at times.
  await exchange.fundHouse({ btc: '1', usdt: '100' });
});
afterAll(() => exchange.close());

function unitsOf(value: string): bigint {
  const [whole = '', fraction = ''] = value.split('.');
  return BigInt(whole + fraction.padEnd(UNITS, '0'));
}

const hundredths = (count: number) => `${Math.floor(count / 100)}.${String(count % 100).padStart(2, '0')}`;

async function houseMoney() {
  const read = async (currencyId: typeof CURRENCY.BTC) =>
    unitsOf((await readBalance(exchange.db, { house: 'maker', currencyId })).available);
  return { base: await read(CURRENCY.BTC), quote: await read(CURRENCY.USDT) };
}

function ladderAt(tick: number) {
  const { bids, asks } = makerLadder(decimal(hundredths(tick)), LADDER);
  const whole = (value: Decimal) => {
    const hundredthsCount = unitsOf(value) / 10n ** 16n;
    return Number(hundredthsCount);
  };
  const toLevels = (levels: typeof bids) => levels.map(([price, size]) => ({ tick: whole(price), left: whole(size) }));
  return { bids: toLevels(bids), asks: toLevels(asks) };
}

/** One history under way: the model, and which real ids its users and orders have. */
type Run = { readonly model: SpotModel; readonly userIds: readonly UserId[]; readonly orderIds: Map<number, OrderId> };

async function startRun({ purses }: History): Promise<Run> {
  await exchange.reset('100');
  await exchange.fundHouse({ btc: '0.2', usdt: '20' });
  const model = createSpotModel(await houseMoney());
  model.published = ladderAt(10_000);
  const userIds: UserId[] = [];
  for (const [user, [btc, usdt]] of purses.entries()) {
    userIds.push(await exchange.trader({ ...(btc > 0 && { btc: `${btc}` }), ...(usdt > 0 && { usdt: `${usdt}` }) }));
    const money = (amount: number) => ({ freeUnits: BigInt(amount) * 10n ** BigInt(UNITS), heldUnits: 0n });
    model.purses.set(user, { base: money(btc), quote: money(usdt) });
  }
  return { model, userIds, orderIds: new Map() };
}

async function place({ model, userIds, orderIds }: Run, placing: ModelPlacing): Promise<void> {
  const userId = userIds[placing.user] as UserId;
  const request = orderRequest(
    placing.side,
    hundredths(placing.lots),
    placing.tick === undefined ? undefined : hundredths(placing.tick),
  );
  const expected = placeInModel(model, placing);
  const actual = await exchange.spot.placeOrder(userId, request).catch((error: unknown) => error);
  if ('code' in expected) {
    expect(actual).toMatchObject({ code: expected.code });
    return;
  }
  if (actual instanceof Error) throw actual;
  const { id } = actual as Order;
  orderIds.set(placing.id, id);
  expect(actual).toMatchObject({
    status: expected.status,
    filledQuantity: decimal(hundredths(placing.lots - expected.left)),
  });
  const fills = await exchange.spot.listFills(userId, { orderId: id, limit: 100 });
  expect(fills.toReversed().map(({ price, quantity, role }) => [price, quantity, role])).toEqual(
    expected.trades.map(({ tick, lots }) => [decimal(hundredths(tick)), decimal(hundredths(lots)), 'taker']),
  );
}

async function cancel(
  { model, userIds, orderIds }: Run,
  { user, pick }: Extract<Step, { kind: 'cancel' }>,
): Promise<void> {
  const order = model.oracle.orders[pick];
  const id = (order && orderIds.get(order.id)) ?? (2_147_483_647 as OrderId);
  const expected = cancelInModel(model, user, order?.id ?? 0);
  const actual = await exchange.spot.cancelOrder(userIds[user] as UserId, { id }).catch((error: unknown) => error);
  expect(actual instanceof BusinessError ? 'refused' : actual).toEqual(
    expected ? expect.objectContaining({ id, status: 'cancelled' }) : 'refused',
  );
}

async function move({ model }: Run, { tick, isSwept }: Extract<Step, { kind: 'move' }>): Promise<void> {
  await exchange.feed.append(SYMBOL, { price: hundredths(tick) });
  model.published = ladderAt(tick);
  // Unless somebody sweeps, the next order does it; both must come to the same.
  if (!isSwept) return;
  sweepModel(model);
  await exchange.spot.sweepMarket(exchange.marketId);
}

async function expectSame({ model, userIds, orderIds }: Run): Promise<void> {
  const accounts = await rowsOf<{ user_id: number | null; currency_id: number; available: string; held: string }>(
    exchange.db,
    sql`select user_id, currency_id, available, held from ledger_accounts
      where user_id = any(${sql.param(userIds)}::int[]) or (user_id is null and kind = 'maker')`,
  );
  const moneyOf = (userId: UserId | null, currencyId: number) => {
    const account = accounts.find((row) => row.user_id === userId && row.currency_id === currencyId);
    // An account that nothing was posted to is not there.
    if (account === undefined) return { freeUnits: 0n, heldUnits: 0n };
    return { freeUnits: unitsOf(account.available), heldUnits: unitsOf(account.held) };
  };
  for (const [user, userId] of userIds.entries()) {
    const actual = { base: moneyOf(userId, CURRENCY.BTC), quote: moneyOf(userId, CURRENCY.USDT) };
    expect(actual).toEqual(model.purses.get(user));
  }
  const [base, quote] = [moneyOf(null, CURRENCY.BTC).freeUnits, moneyOf(null, CURRENCY.USDT).freeUnits];
  expect({ base, quote }).toEqual(model.house);
  const waiting = await rowsOf<{ id: number; remaining: string }>(
    exchange.db,
    sql`select id, (quantity - filled_quantity)::text as remaining from spot_orders where status = 'waiting' order by id`,
  );
  expect(waiting.map(({ id, remaining }) => [id, decimal(remaining)])).toEqual(
    model.oracle.orders.map(({ id, left }) => [orderIds.get(id), decimal(hundredths(left))]),
  );
}

it(`comes to what the naive model comes to, over ${HISTORIES} random histories`, { timeout: 300_000 }, async () => {
  let run = 0;
  const property = fc.asyncProperty(histories, async (history) => {
    const current = await startRun(history);
    for (const [index, step] of history.steps.entries()) {
      if (step.kind === 'place') await place(current, { id: index + 1, ...step });
      else if (step.kind === 'cancel') await cancel(current, step);
      else await move(current, step);
      await expectSame(current);
    }
    run += 1;
    if (run % FAULTS_EVERY === 0) expect(await exchange.faults()).toEqual([]);
  });
  await fc.assert(property, { numRuns: HISTORIES });
  const [tally] = await rowsOf<Record<string, number>>(
    exchange.db,
    sql`select (count(*) filter (where taker_order_id is null))::int as by_moving_ladder,
        (count(*) filter (where maker_order_id is null))::int as by_house,
        (count(*) filter (where taker_order_id is not null and maker_order_id is not null))::int as by_users from spot_fills`,
  );
  expect(await exchange.faults()).toEqual([]);
  // A generator whose orders never meet each other, the house and a moving ladder would prove nothing.
  expect(Math.min(...Object.values(tally ?? {}))).toBeGreaterThan(HISTORIES / 10);
});
