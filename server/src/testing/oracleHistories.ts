/**
 * Random histories of a market for the oracle and the exchange, and conversions of the oracle's whole numbers to
 * decimals.
 */
import fc from 'fast-check';
import type { Side, TimeInForce } from '@halyard/contract/spot/calls';
import type { OrderRequest } from '@halyard/contract/spot/mutationCalls';
import { decimal, multiply, type Decimal } from '@halyard/contract/money';
import { makerLadder, type LadderSettings } from '@halyard/contract/spot/ladder';
import type { OracleFill, OracleMarket } from './oracleMarket.ts';
import type { Asked, OracleRecord } from './oracleTrial.ts';
import type { OracleLadder } from './spotOracle.ts';
import type { ModelBalance } from './spotModel.ts';

/** How a replacement states the filled quantity that it knows. */
type Expectation = 'nothing' | 'what is so' | 'less than is so' | 'more than is so';

export type Step =
  | { readonly kind: 'place'; readonly asked: Asked }
  | { readonly kind: 'cancel'; readonly user: number; readonly pick: number }
  | { readonly kind: 'cancelAll'; readonly user: number; readonly side: Side | undefined }
  | {
      readonly kind: 'replace';
      readonly user: number;
      readonly pick: number;
      readonly lots: number;
      readonly tick: number | undefined;
      readonly stopTick: number | undefined;
      readonly expectation: Expectation;
    }
  | { readonly kind: 'move'; readonly ticks: readonly number[]; readonly isSwept: boolean };

/** Users with whole amounts of both currencies, and the steps. */
export type History = {
  readonly balances: readonly (readonly [btc: number, usdt: number])[];
  readonly steps: readonly Step[];
};

export const START_TICK = 10_000;
/** Small levels, so that histories exhaust them: 30, 60 and 90 USDT a side. */
export const LADDER: LadderSettings = {
  pricePrecision: 2,
  quantityPrecision: 2,
  levels: 3,
  halfSpread: decimal('0.0002'),
  step: decimal('0.0002'),
  levelNotional: decimal('30'),
};

const USERS = 3;
const UNITS_PLACES = 18;
const UNITS_PER_LOT = 10n ** 16n;

const user = fc.nat(USERS - 1);
const side = fc.constantFrom<Side>('buy', 'sell');
const limitTick = fc.integer({ min: START_TICK - 10, max: START_TICK + 10 });
const marketTick = fc.integer({ min: START_TICK - 15, max: START_TICK + 15 });
const lots = fc.integer({ min: 2, max: 80 });
/** Sometimes more than the book holds. */
const marketLots = fc.oneof(
  { weight: 3, arbitrary: lots },
  { weight: 1, arbitrary: fc.integer({ min: 80, max: 250 }) },
);
/** About the distance of levels and orders, where a ten-thousandth is a tick. */
const capBps = fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined, freq: 2 });
const anyTimeInForce = fc.constantFrom<TimeInForce>('gtc', 'gtc', 'gtc', 'gtc', 'ioc', 'fok');

const asked: fc.Arbitrary<Asked> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ user, side, tick: limitTick, lots, timeInForce: anyTimeInForce, draw: fc.nat(4) })
      .map(({ draw, ...order }): Asked => ({
        ...order,
        orderType: 'limit',
        stopTick: undefined,
        isPostOnly: draw === 0 && order.timeInForce === 'gtc',
      })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ user, side, lots: marketLots, capBps, timeInForce: fc.constantFrom<TimeInForce>('ioc', 'ioc', 'fok') })
      .map((order): Asked => ({
        ...order,
        orderType: 'market',
        tick: undefined,
        stopTick: undefined,
        isPostOnly: false,
      })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ user, side, tick: limitTick, stopTick: marketTick, lots, timeInForce: anyTimeInForce })
      .map((order): Asked => ({ ...order, orderType: 'stop_limit', isPostOnly: false })),
  },
);

const pick = fc.nat(30);
const rarely = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('place' as const), asked }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), user, pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancelAll' as const), user, side: rarely(side) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      user,
      pick,
      lots,
      tick: fc.option(limitTick, { nil: undefined }),
      stopTick: rarely(marketTick),
      expectation: fc.constantFrom<Expectation>(
        'nothing',
        'nothing',
        'what is so',
        'less than is so',
        'more than is so',
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      ticks: fc.array(marketTick, { minLength: 1, maxLength: 3 }),
      isSwept: fc.boolean(),
    }),
  },
);

/** Histories of at most that many steps. */
export function histories(maxLength: number): fc.Arbitrary<History> {
  return fc.record({
    balances: fc.array(fc.tuple(fc.nat(4), fc.nat(400)), { minLength: USERS, maxLength: USERS }),
    steps: fc.array(steps, { minLength: 4, maxLength, size: 'max' }),
  });
}

/** The order of a step: mostly one of the user's own open ones, sometimes any. */
export function picked(oracle: OracleMarket, by: number, place: number): OracleRecord | undefined {
  const all = oracle.records;
  const own = all.filter((record) => record.user === by && record.status === 'waiting');
  const candidates = place % 4 === 3 || own.length === 0 ? all : own;
  return candidates[place % Math.max(1, candidates.length)];
}

/** The filled quantity that a replacement states, in lots. */
export function expectedFilled(record: OracleRecord | undefined, expectation: Expectation): number | undefined {
  if (record === undefined || expectation === 'nothing') return undefined;
  if (expectation === 'what is so') return record.filled;
  return expectation === 'more than is so' ? record.filled + 1 : Math.max(0, record.filled - 1);
}

/** The request of a step, for the market of the tests. */
export function requestOf(order: Asked, pair: Pick<OrderRequest, 'baseId' | 'quoteId'>): OrderRequest {
  const { orderType, timeInForce, isPostOnly } = order;
  return {
    ...pair,
    side: order.side,
    orderType,
    timeInForce,
    isPostOnly,
    quantity: hundredths(order.lots),
    price: optionalHundredths(order.tick),
    stopPrice: optionalHundredths(order.stopTick),
    maxSlippage: capOf(order),
  };
}

/** The cap of an order as a fraction. */
export function capOf({ capBps: bps }: Asked): Decimal | undefined {
  return bps === undefined ? undefined : multiply(decimal(String(bps)), decimal('0.0001'));
}

/** The published ladder at a price. */
export function ladderAt(tick: number): OracleLadder {
  const { bids, asks } = makerLadder(hundredths(tick), LADDER);
  const toLevels = (levels: typeof bids) =>
    levels.map(([price, size]) => ({ tick: countOf(price), left: countOf(size) }));
  return { bids: toLevels(bids), asks: toLevels(asks) };
}

/** A balance of whole coins, nothing held. */
export function balanceOf(btc: number, usdt: number): ModelBalance {
  const money = (amount: number) => ({ freeUnits: BigInt(amount) * 10n ** BigInt(UNITS_PLACES), heldUnits: 0n });
  return { base: money(btc), quote: money(usdt) };
}

/** Ticks or lots as a decimal. */
export function hundredths(count: number): Decimal {
  return decimal(`${Math.floor(count / 100)}.${String(count % 100).padStart(2, '0')}`);
}

export function optionalHundredths(count: number | undefined): Decimal | undefined {
  return count === undefined ? undefined : hundredths(count);
}

/** A price in ticks, or a quantity in lots. */
export function countOf(value: string): number {
  const hundredthsCount = unitsOf(value) / UNITS_PER_LOT;
  return Number(hundredthsCount);
}

/** A decimal in units of the ledger's last place. */
export function unitsOf(value: string): bigint {
  const [whole = '', fraction = ''] = value.split('.');
  return BigInt(whole + fraction.padEnd(UNITS_PLACES, '0'));
}

/**
 * Executions in a comparable form: consecutive ones of one taker with one maker at one price are merged; those of the
 * ladder are summed by order, because the number of turns to spend the house's money is arbitrary.
 */
export function comparable(fills: readonly OracleFill[]): readonly OracleFill[] {
  const taken: OracleFill[] = [];
  const swept = new Map<number | undefined, OracleFill>();
  for (const fill of fills) {
    if (fill.takerId === undefined) {
      swept.set(fill.makerId, { ...fill, lots: fill.lots + (swept.get(fill.makerId)?.lots ?? 0) });
      continue;
    }
    const last = taken.at(-1);
    const isSame = last?.takerId === fill.takerId && last.makerId === fill.makerId && last.tick === fill.tick;
    if (last !== undefined && isSame) taken[taken.length - 1] = { ...last, lots: last.lots + fill.lots };
    else taken.push(fill);
  }
  return [...[...swept.values()].toSorted((a, b) => (a.makerId ?? 0) - (b.makerId ?? 0)), ...taken];
}

/** Kinds of orders that a random history must contain; otherwise it proves nothing about them. */
export const EVERYTHING: readonly string[] = [
  'limit gtc',
  'limit ioc',
  'limit fok',
  'market ioc',
  'market fok',
  'stop_limit gtc',
  'stop_limit ioc',
  'stop_limit fok',
  'post-only',
  'triggered',
  'waiting',
  'completed',
  'cancelled: user',
  'cancelled: replaced',
  'cancelled: ioc',
  'cancelled: fok',
  'cancelled: no_liquidity',
  'cancelled: slippage',
  'cancelled: own_order',
];

/** The kinds among {@link EVERYTHING} that an order has. */
export function namesOf(record: OracleRecord): string[] {
  const { orderType, timeInForce, isPostOnly, isTriggered, status, reason } = record;
  return [
    `${orderType} ${timeInForce}`,
    reason === undefined ? status : `${status}: ${reason}`,
    ...(isPostOnly ? ['post-only'] : []),
    ...(isTriggered ? ['triggered'] : []),
  ];
}
