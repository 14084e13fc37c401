// Fees of orders that are filled in random parts as taker and as maker, on both sides: 100,000 of them one by one at
// night, and as many on the engine in memory among each other. No user pays more than the fee on the whole amount that
// the order receives, as the screen shows it (ticket.test.ts), and the house gains exactly the fees.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { add, compare, decimal, multiply, round, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { spotFee } from '@halyard/contract/spot/rules';
import { isThorough } from '@halyard/contract/testing/thorough';
import type { MarketRecord } from '../../market/marketRecord.ts';
import { memoryFaults, totalMoney } from '../../testing/memoryFaults.ts';
import { openMemoryMarket, type MemoryMarket } from '../../testing/memoryMarket.ts';
import { hundredths, LADDER } from '../../testing/oracleHistories.ts';
import { settleIncoming } from './settlement.ts';
import { applyTrade, type SpotOrder } from './spotOrder.ts';

const TAKER_RATE = decimal('0.001');
const MAKER_RATE = decimal('0.0008');
const RECORD = { id: 1, baseId: 2, quoteId: 1 } as MarketRecord;

const parts = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 8 });
const trades = fc.record({
  side: fc.constantFrom('buy', 'sell'),
  priceTicks: fc.integer({ min: 1, max: 10_000_000 }),
  takenLots: parts,
  restedLots: fc.oneof(fc.constant([]), parts),
});

/** An order without a trade; its hold does not matter here. */
function orderOf(side: SpotOrder['side'], price: Decimal, quantity: Decimal): SpotOrder {
  const order = { id: 1, userId: 1, side, price, quantity, status: 'waiting', makerFeeRate: MAKER_RATE };
  const untouched = { filledQuantity: ZERO, filledQuote: ZERO, fee: ZERO, feeDue: ZERO, heldAmount: ZERO };
  return { ...order, ...untouched, takerFeeRate: TAKER_RATE } as unknown as SpotOrder;
}

/** The amounts of one trade of an order. */
function receivedBy({ side }: SpotOrder, { price, quantity }: { readonly price: Decimal; readonly quantity: Decimal }) {
  return side === 'buy' ? quantity : multiply(quantity, price);
}

it('charges an order at most what was shown, however it is filled, and rounds its fee once', () => {
  fc.assert(
    fc.property(trades, ({ side, priceTicks, takenLots, restedLots }) => {
      const price = multiply(decimal(String(priceTicks)), decimal('0.01'));
      const execution = (lots: number) => ({
        price,
        quantity: multiply(decimal(String(lots)), decimal('0.00000001')),
        restingId: undefined,
      });
      const all = [...takenLots, ...restedLots].map((lots) => execution(lots).quantity);
      const incoming = orderOf(side as SpotOrder['side'], price, add(...all));
      const matched = { resting: [], cancelReason: undefined, isHeldBefore: true };
      const placed = settleIncoming(RECORD, incoming, { ...matched, executions: takenLots.map(execution) });
      const gained = placed.fills.flatMap(({ postings }) => postings).filter(isFee);
      let order = placed.taker;
      let charged = add(ZERO, ...gained.map(({ available }) => available));
      let isLastSpent = placed.fills.at(-1)?.takerFee === receivedBy(order, execution(takenLots.at(-1) ?? 0));
      for (const lots of restedLots) {
        const leg = applyTrade(order, execution(lots), MAKER_RATE);
        if (compare(leg.fee, ZERO) < 0 || compare(leg.fee, leg.received) > 0)
          throw new Error(`a trade paid ${leg.fee}`);
        charged = add(charged, leg.fee);
        order = leg.order;
        isLastSpent = leg.fee === leg.received;
      }
      const received = side === 'buy' ? order.filledQuantity : order.filledQuote;
      expect(charged).toBe(order.fee);
      expect(compare(order.fee, spotFee(received, TAKER_RATE)) <= 0).toBe(true);
      expect(compare(order.fee, round(order.feeDue, 8, 'up')) <= 0).toBe(true);
      // A fee is below the fee due only where the last trade brought no more than that.
      if (!isLastSpent) expect(subtract(round(order.feeDue, 8, 'up'), order.fee)).toBe(ZERO);
    }),
    // The example's last trade brings less than its fee.
    {
      numRuns: isThorough ? 100_000 : 2000,
      examples: [[{ side: 'sell', priceTicks: 1, takenLots: [9_999_998, 3], restedLots: [] }]],
    },
  );
});

const ORDERS = isThorough ? 100_000 : 2000;
const ORDERS_EACH = 10;
const [MONEY, NOTHING] = [decimal('10000'), { base: ZERO, quote: ZERO }];
const USERS = [1, 2, 3, 4] as UserId[];

const placements = fc.array(
  fc.record({
    userId: fc.constantFrom(...USERS),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    ticks: fc.integer({ min: 9999, max: 10_001 }),
    lots: fc.integer({ min: 1_000_000, max: 300_000_000 }),
  }),
  { minLength: ORDERS_EACH, maxLength: ORDERS_EACH },
);

/** Differences between the fees charged, the fees allowed and the fees that the house gained; always empty. */
function feeFaults({ orders, fees }: MemoryMarket): string[] {
  const charged = { base: ZERO, quote: ZERO };
  const faults = [...orders.values()].flatMap((order) => {
    const [part, received] =
      order.side === 'buy' ? (['base', order.filledQuantity] as const) : (['quote', order.filledQuote] as const);
    charged[part] = add(charged[part], order.fee);
    return compare(order.fee, spotFee(received, TAKER_RATE)) > 0 ? [`order ${order.id} paid ${order.fee}`] : [];
  });
  const isBalanced = charged.base === fees.base && charged.quote === fees.quote;
  return isBalanced ? faults : [...faults, `the house gained ${JSON.stringify(fees)}`];
}

it(`keeps its books in balance over ${ORDERS} orders that fill each other in parts`, async () => {
  const users = USERS.map((id) => ({ id, base: MONEY, quote: MONEY }));
  let fills = 0;
  const property = fc.asyncProperty(placements, async (placed) => {
    const ladder = { ...LADDER, levels: 0, quantityPrecision: 8 };
    const market = openMemoryMarket({ price: decimal('100'), ladder, house: NOTHING, users });
    const before = totalMoney(market);
    for (const { userId, side, ticks, lots } of placed) {
      const quantity = multiply(decimal(String(lots)), decimal('0.00000001'));
      const terms = { side, orderType: 'limit', quantity, price: hundredths(ticks) } as const;
      await market.run([{ kind: 'place', userId, ...terms }]);
    }
    fills += market.fills.length;
    expect([...feeFaults(market), ...memoryFaults(market)]).toEqual([]);
    expect(totalMoney(market)).toEqual(before);
  });
  await fc.assert(property, { numRuns: ORDERS / ORDERS_EACH });
  // Orders that seldom meet would show little.
  expect(fills).toBeGreaterThan(ORDERS / 4);
});

function isFee({ account }: { readonly account: object }): boolean {
  return 'house' in account && account.house === 'fees';
}
