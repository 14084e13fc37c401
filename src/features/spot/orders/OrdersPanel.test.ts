import { expect, it } from 'vitest';
import { decimal } from '@halyard/contract/money';
import { waitingOrder } from '../../../testing/exchange.ts';
import { outcomeKey } from './OrdersPanel.tsx';

const part = { filledQuantity: decimal('0.2') };

it.each([
  ['ticket.outcomeWaits', {}],
  ['ticket.outcomeStop', { orderType: 'stop_limit' }],
  ['ticket.outcomeStop', { orderType: 'trailing_stop' }],
  ['ticket.outcomeOco', { leg: 'take_profit' }],
  ['ticket.outcomePartWaits', part],
  ['ticket.outcomeNextPrice', { isWaitingForPrice: true }],
  ['ticket.outcomePartNextPrice', { ...part, isWaitingForPrice: true }],
  ['ticket.outcomePart', { ...part, status: 'cancelled' }],
  ['ticket.outcomeCapped', { ...part, status: 'cancelled', cancelReason: 'slippage', maxSlippage: decimal('0.005') }],
  ['ticket.outcomeNone', { status: 'cancelled' }],
  ['ticket.outcomeFilled', { ...part, status: 'completed', averagePrice: decimal('19500.25') }],
  // An older server sends the filled quantity of an order without a price, but not its average.
  [undefined, { ...part, status: 'completed', price: null }],
  [undefined, { status: 'completed' }],
] as const)('shows the outcome of a new order: %s', (key, order) => {
  expect(outcomeKey(waitingOrder(order))).toBe(key);
});
