/**
 * The house maker as it stands in a market's book: the published ladder, less what is taken at this tick, within the
 * house's funds.
 */
import type { MarketId } from '@halyard/contract/ids';
import type { BookLevel } from '@halyard/contract/market/calls';
import type { Side } from '@halyard/contract/spot/calls';
import { add, compare, multiply, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { fundedLadder, makerLadder, remainingLadder, type Ladder } from '@halyard/contract/spot/ladder';
import type { MarketRecord } from '../../market/marketRecord.ts';

/** What the house may give away, and the best prices at which users wait. */
export type HouseView = {
  readonly base: Decimal;
  readonly quote: Decimal;
  readonly bestBid: Decimal | undefined;
  readonly bestAsk: Decimal | undefined;
};

/** How much of the ladder is gone at the tick `seq`. */
export type LadderTaken = MarketRecord['ladderTaken'];

export type House = {
  /** What the house quotes now; nothing unless the market trades and has a price, since an old price is no price. */
  quotes(market: MarketRecord, funds: Pick<HouseView, 'base' | 'quote'>): Ladder;
};

type LadderCache = {
  readonly key: string;
  readonly ladder: Ladder;
  /** What the whole of each side would cost the house. */
  readonly bidCost: Decimal;
  readonly askCost: Decimal;
};

/**
 * Makes the house. It keeps the last ladder of each market: a ladder is a pure function of a price that stays for a
 * second.
 */
export function createHouse(): House {
  const kept = new Map<MarketId, LadderCache>();
  const ladderOf = (market: MarketRecord, reference: Decimal): LadderCache => {
    const key = JSON.stringify([reference, market.ladder]);
    const last = kept.get(market.id);
    if (last?.key === key) return last;
    const ladder = makerLadder(reference, market.ladder);
    const bidCost = add(...ladder.bids.map(([price, quantity]) => multiply(price, quantity)));
    const askCost = add(...ladder.asks.map(([, quantity]) => quantity));
    const made = { key, ladder, bidCost, askCost };
    kept.set(market.id, made);
    return made;
  };
  return {
    quotes(market, { base, quote }) {
      const { reference, status, terms } = market;
      if (reference === undefined || status !== 'trading') return { bids: [], asks: [] };
      const { ladder, bidCost, askCost } = ladderOf(market, reference.price);
      const { bid, ask } = takenNow(market);
      const bids = leftOf(ladder.bids, bid);
      const asks = leftOf(ladder.asks, ask);
      // Mostly the house could pay for all of it, and then there is nothing to go through.
      return {
        bids: compare(quote, bidCost) >= 0 ? bids : fundedLadder(bids, 'bid', quote, terms.quantityPrecision),
        asks: compare(base, askCost) >= 0 ? asks : fundedLadder(asks, 'ask', base, terms.quantityPrecision),
      };
    },
  };
}

/** The levels that stand against an order of this side. */
export function quotesAgainst(side: Side, quotes: Ladder): readonly BookLevel[] {
  return side === 'buy' ? quotes.asks : quotes.bids;
}

/** What is gone of the ladder after it gave `quantity` to orders of this side; `undefined` when it gave nothing. */
export function takenAfter(market: MarketRecord, side: Side, quantity: Decimal): LadderTaken | undefined {
  if (compare(quantity, ZERO) === 0 || market.reference === undefined) return undefined;
  const { bid, ask } = takenNow(market);
  const { seq } = market.reference;
  return side === 'buy' ? { seq, bid, ask: add(ask, quantity) } : { seq, bid: add(bid, quantity), ask };
}

/**
 * The side whose waiting orders the ladder stands across, if there is one: those have to be filled before anybody else
 * trades.
 */
export function crossedSide(view: Pick<HouseView, 'bestBid' | 'bestAsk'>, quotes: Ladder): Side | undefined {
  const [bid] = quotes.bids[0] ?? [];
  const [ask] = quotes.asks[0] ?? [];
  if (view.bestBid !== undefined && ask !== undefined && compare(view.bestBid, ask) >= 0) return 'buy';
  if (view.bestAsk !== undefined && bid !== undefined && compare(view.bestAsk, bid) <= 0) return 'sell';
  return undefined;
}

function takenNow({ ladderTaken, reference }: MarketRecord): Pick<LadderTaken, 'bid' | 'ask'> {
  return ladderTaken.seq === reference?.seq ? ladderTaken : { bid: ZERO, ask: ZERO };
}

/**
 * What is left of a side. Only the levels that gave something are counted: the ladder is asked for with every order.
 */
function leftOf(levels: readonly BookLevel[], taken: Decimal): readonly BookLevel[] {
  let gone = taken;
  let index = 0;
  for (const [, quantity] of levels) {
    if (compare(gone, quantity) < 0) break;
    gone = subtract(gone, quantity);
    index += 1;
  }
  return [...remainingLadder(levels.slice(index, index + 1), gone), ...levels.slice(index + 1)];
}
