/**
 * A naive model of matching, as a reference for the real one: it trades one lot at a time and searches all offers for
 * the best one each time. Prices are in ticks and quantities in lots, so that everything is a small whole number.
 */
import { otherSide, type Side } from '@halyard/contract/spot/side';

export type OracleOrder = {
  readonly id: number;
  readonly user: number;
  readonly side: Side;
  readonly tick: number;
  left: number;
};

/** A level of the house's ladder. */
export type OracleLevel = { readonly tick: number; left: number };

export type OracleLadder = { readonly bids: readonly OracleLevel[]; readonly asks: readonly OracleLevel[] };

/** One trade; `restingId` is undefined when the ladder was the maker. */
export type OracleTrade = { readonly restingId: number | undefined; readonly tick: number; lots: number };

export type OraclePlaced = {
  readonly trades: readonly OracleTrade[];
  readonly left: number;
  readonly hasMetOwnOrder: boolean;
  readonly hasMetCap: boolean;
};

/** An incoming order; a missing tick accepts any, `capBps` at most that many ten-thousandths from the first offer. */
export type OraclePlacing = Omit<OracleOrder, 'tick' | 'left'> & {
  readonly tick: number | undefined;
  readonly lots: number;
  readonly capBps?: number | undefined;
};

type Offer = {
  readonly order: OracleOrder | undefined;
  readonly level: OracleLevel | undefined;
  readonly tick: number;
};

export type SpotOracle = {
  /** Resting orders in order of arrival. */
  readonly orders: readonly OracleOrder[];
  ladder: OracleLadder;
  /** Matches an order. The rest of an order with a tick rests, unless it met its owner's own. */
  place(order: OraclePlacing): OraclePlaced;
  /** Lets the ladder fill crossing orders; returns their trades and side. */
  sweep(): readonly { readonly side: Side; readonly trade: OracleTrade }[];
  cancel(id: number): void;
  /** A copy of this oracle, to try something on. */
  copy(): SpotOracle;
};

/** An empty book without a ladder, unless resting orders are given. */
export function createSpotOracle(waiting: readonly OracleOrder[] = []): SpotOracle {
  let orders = waiting.map((order) => ({ ...order }));
  const settle = () => {
    orders = orders.filter(({ left }) => left > 0);
  };
  const oracle: SpotOracle = {
    get orders() {
      return orders;
    },
    ladder: { bids: [], asks: [] },
    place({ lots, tick, capBps, ...incoming }) {
      const trades: OracleTrade[] = [];
      let left = lots;
      let hasMetOwnOrder = false;
      let hasMetCap = false;
      let firstTick: number | undefined;
      while (left > 0) {
        const offer = bestOffer(orders, oracle.ladder, incoming.side);
        if (offer === undefined || !accepts(incoming.side, tick, offer.tick)) break;
        firstTick ??= offer.tick;
        hasMetCap = isBeyond(capBps, firstTick, offer.tick);
        if (hasMetCap) break;
        hasMetOwnOrder = offer.order?.user === incoming.user;
        if (hasMetOwnOrder) break;
        takeLot(offer);
        left -= 1;
        addLot(trades, { restingId: offer.order?.id, tick: offer.tick });
      }
      settle();
      if (left > 0 && tick !== undefined && !hasMetOwnOrder) orders.push({ ...incoming, tick, left });
      return { trades, left, hasMetOwnOrder, hasMetCap };
    },
    sweep() {
      const trades: Record<Side, OracleTrade[]> = { buy: [], sell: [] };
      for (const side of ['buy', 'sell'] as const) {
        for (;;) {
          const order = best(
            orders.filter((candidate) => candidate.side === side && candidate.left > 0),
            side,
          );
          const level = levelsAgainst(oracle.ladder, side).find(({ left }) => left > 0);
          if (order === undefined || level === undefined || !accepts(side, order.tick, level.tick)) break;
          takeLot({ order, level, tick: order.tick });
          addLot(trades[side], { restingId: order.id, tick: order.tick });
        }
      }
      settle();
      return (['buy', 'sell'] as const).flatMap((side) => trades[side].map((trade) => ({ side, trade })));
    },
    cancel(id) {
      orders = orders.filter((order) => order.id !== id);
    },
    copy() {
      const copied = createSpotOracle(orders);
      copied.ladder = { bids: oracle.ladder.bids.map(copyLevel), asks: oracle.ladder.asks.map(copyLevel) };
      return copied;
    },
  };
  return oracle;
}

function bestOffer(orders: readonly OracleOrder[], ladder: OracleLadder, taker: Side): Offer | undefined {
  const users = orders.filter(({ side, left }) => side !== taker && left > 0);
  const order = best(users, otherSide(taker));
  const level = levelsAgainst(ladder, taker).find(({ left }) => left > 0);
  if (order === undefined && level === undefined) return undefined;
  // At one tick users come before the house.
  const isUserFirst = order !== undefined && (level === undefined || accepts(taker, level.tick, order.tick));
  return isUserFirst
    ? { order, level: undefined, tick: order.tick }
    : { order: undefined, level, tick: level?.tick ?? 0 };
}

/** The first order of a side: best tick, then oldest. */
function best(orders: readonly OracleOrder[], side: Side): OracleOrder | undefined {
  const sorted = [...orders].sort((a, b) => (side === 'buy' ? b.tick - a.tick : a.tick - b.tick) || a.id - b.id);
  return sorted[0];
}

/** Levels are given best first. */
function levelsAgainst(ladder: OracleLadder, side: Side): readonly OracleLevel[] {
  return side === 'buy' ? ladder.asks : ladder.bids;
}

/** Whether an order of this side with the limit `limit` trades at `price`. */
function accepts(side: Side, limit: number | undefined, tick: number): boolean {
  if (limit === undefined) return true;
  return side === 'buy' ? tick <= limit : tick >= limit;
}

function isBeyond(capBps: number | undefined, firstTick: number, tick: number): boolean {
  return capBps !== undefined && Math.abs(tick - firstTick) * 10_000 > firstTick * capBps;
}

function takeLot(offer: Offer): void {
  for (const part of [offer.order, offer.level]) if (part !== undefined) part.left -= 1;
}

function addLot(trades: OracleTrade[], lot: Omit<OracleTrade, 'lots'>): void {
  const last = trades.at(-1);
  if (last !== undefined && last.restingId === lot.restingId && last.tick === lot.tick) last.lots += 1;
  else trades.push({ ...lot, lots: 1 });
}

function copyLevel(level: OracleLevel): OracleLevel {
  return { ...level };
}
