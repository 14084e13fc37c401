/** The book of a market in memory: trading at 100, with the house's ladder at 99 and 101 and nothing else in it. */
import type { OrderId, UserId } from '@halyard/contract/ids';
import { decimal as d, ZERO } from '@halyard/contract/money';
import { DEFAULT_TERMS, userLimitsOf } from '../limits/limitVersions.ts';
import type { MarketRecord } from '../market/marketRecord.ts';
import {
  createMarketBook,
  type GroupReading,
  type MarketBook,
  type OpenedMarket,
} from '../modules/spot/engine/marketBook.ts';
import { createHouse } from '../modules/spot/house.ts';
import type { SpotOrder } from '../modules/spot/spotOrder.ts';
import { createMemoryStore } from './memoryStore.ts';

export const USER = 2 as UserId;
const OPENED_MS = Date.parse('2026-01-05T00:00:00.000Z');
/** So much after the last tick. */
export const at = (afterMs: number) => new Date(OPENED_MS + afterMs).toISOString();
/** One level a side, of more than any test trades. */
const LADDER = { levels: 1, halfSpread: d('0.01'), step: d('0.01'), levelNotional: d('100000') };
export const FUNDS = { base: d('100000'), quote: d('100000') };
export const { market: MARKET }: { readonly market: MarketRecord } = createMemoryStore({
  price: d('100'),
  ladder: { ...LADDER, pricePrecision: 2, quantityPrecision: 2 },
  house: FUNDS,
  users: [],
});

/** A waiting order that buys one at 98, with its hold. */
export function orderOf(id: number, changes: Partial<SpotOrder> = {}): SpotOrder {
  const price = d('98');
  return {
    id: id as OrderId,
    userId: USER,
    marketId: MARKET.id,
    side: 'buy',
    orderType: 'limit',
    timeInForce: 'gtc',
    isPostOnly: false,
    status: 'waiting',
    price,
    stop: undefined,
    triggeredAt: undefined,
    maxSlippage: undefined,
    rank: id,
    referencePrice: undefined,
    quantity: d('1'),
    filledQuantity: ZERO,
    filledQuote: ZERO,
    fee: ZERO,
    feeDue: ZERO,
    makerFeeRate: ZERO,
    takerFeeRate: ZERO,
    heldAmount: price,
    cancelReason: undefined,
    ladderFrom: undefined,
    ladderLimit: undefined,
    replacesId: undefined,
    clientRequestId: undefined,
    createdAt: at(0),
    updatedAt: at(0),
    ...changes,
  };
}

/** A user without money and limits of their own. */
export function memberOf(id: UserId, changes: Partial<OpenedMarket['users'][number]> = {}) {
  const limits = userLimitsOf(DEFAULT_TERMS, { level: 'none', granted: null, volume: null });
  return { id, limits, base: ZERO, quote: ZERO, waiting: undefined, ...changes };
}

/** Opens the book with what differs from an empty one. `groups`: readings of groups, each of which is read once. */
export function openBook(
  opened: Partial<OpenedMarket>,
  { afterMs = 0, groups = [] }: { readonly afterMs?: number; readonly groups?: GroupReading[] } = {},
): MarketBook {
  const none = { orders: [], readings: [], expired: [], due: undefined, entering: [], orderIds: [], answers: [] };
  const house = { ...FUNDS, bestBid: undefined, bestAsk: undefined };
  return createMarketBook(
    { market: MARKET, house, users: [memberOf(USER)], rank: 1000, ...none, ...opened },
    {
      house: createHouse(),
      at: at(afterMs),
      read: () => Promise.resolve([]),
      readGroup: () => {
        const group = groups.shift();
        return group === undefined ? Promise.reject(new Error('no group is left to read')) : Promise.resolve(group);
      },
      drawIds: (count) => Promise.resolve(Array.from({ length: count }, (_, index) => (900 + index) as OrderId)),
    },
  );
}
