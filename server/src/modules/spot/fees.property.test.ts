// Proves what orders are charged: 100,000 of them by night, filled in random parts as taker and as maker, on both
// sides. Nobody pays more than the screen said, which is the fee on all that the order receives, and the house gains
// just what users were charged.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { add, compare, decimal, multiply, round, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { spotFee } from '@halyard/contract/rules/spot';
import { isThorough } from '@halyard/contract/testing/thorough';
import type { MarketRecord } from '../../market/marketRecord.ts';
import { settleIncoming } from './settlement.ts';
import { applyTrade, type SpotOrder } from './spotOrder.ts';

const TAKER_RATE = decimal('0.001');
const MAKER_RATE = decimal('0.0008');
const market = { id: 1, baseId: 2, quoteId: 1 } as MarketRecord;

const parts = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 8 });
const trades = fc.record({
  side: fc.constantFrom('buy', 'sell'),
  priceTicks: fc.integer({ min: 1, max: 10_000_000 }),
  takenLots: parts,
  restedLots: fc.oneof(fc.constant([]), parts),
});

/** An order without a trade; what it holds plays no part here. */
function orderOf(side: SpotOrder['side'], price: Decimal, quantity: Decimal): SpotOrder {
  const order = { id: 1, userId: 1, side, price, quantity, status: 'waiting', makerFeeRate: MAKER_RATE };
  const untouched = { filledQuantity: ZERO, filledQuote: ZERO, fee: ZERO, feeDue: ZERO, heldAmount: ZERO };
  return { ...order, ...untouched, takerFeeRate: TAKER_RATE } as unknown as SpotOrder;
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
      const placed = settleIncoming(market, incoming, { ...matched, executions: takenLots.map(execution) });
      const gained = placed.fills.flatMap(({ postings }) => postings).filter(isFee);
      let order = placed.taker;
      let charged = add(ZERO, ...gained.map(({ available }) => available));
      for (const lots of restedLots) {
        const leg = applyTrade(order, execution(lots), MAKER_RATE);
        expect(compare(leg.fee, ZERO) >= 0 && compare(leg.fee, leg.received) <= 0).toBe(true);
        charged = add(charged, leg.fee);
        order = leg.order;
      }
      const received = side === 'buy' ? order.filledQuantity : order.filledQuote;
      expect(charged).toBe(order.fee);
      expect(compare(order.fee, spotFee(received, TAKER_RATE)) <= 0).toBe(true);
      expect(compare(order.fee, round(order.feeDue, 8, 'up')) <= 0).toBe(true);
      // Only what a trade brings can keep a fee below what is due.
      if (compare(received, decimal('0.00001')) > 0)
        expect(subtract(round(order.feeDue, 8, 'up'), order.fee)).toBe(ZERO);
    }),
    { numRuns: isThorough ? 100_000 : 5000 },
  );
});

function isFee({ account }: { readonly account: object }): boolean {
  return 'house' in account && account.house === 'fees';
}
