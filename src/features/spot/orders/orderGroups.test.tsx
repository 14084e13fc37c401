// Order groups among the open orders, through the real routes and store: one row, its legs, and what is asked and sent.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Order } from '@halyard/contract/spot/calls';
import { cancelGroup, cancelOrder, replaceOrder } from '@halyard/contract/spot/mutationCalls';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { btcMarket, waitingOrder } from '../../../testing/exchange.ts';
import { openTicket as open, type TicketApp } from '../../../testing/spotTicket.ts';

const groupId = 7 as unknown as NonNullable<Order['groupId']>;
const id = (number: number) => number as Order['id'];
const takeProfit = (more: Partial<Order> = {}) =>
  waitingOrder({ id: id(7), groupId, leg: 'take_profit', side: 'sell', price: decimal('22000'), ...more });
const stopLoss = (more: Partial<Order> = {}) =>
  waitingOrder({
    id: id(8),
    groupId,
    leg: 'stop_loss',
    side: 'sell',
    orderType: 'stop_market',
    price: null,
    stopPrice: decimal('19000'),
    maxSlippage: decimal('0.01'),
    referencePrice: decimal('20000'),
    ...more,
  });

const panel = () => within(screen.getByRole('tabpanel', { name: /^Open/ }));
const send = ({ realtime }: TicketApp, order: Order) =>
  act(() => realtime.send(rooms.account, { event: 'order', order }));

async function openGroup() {
  const app = await open({ orders: [stopLoss(), takeProfit()] });
  const row = await screen.findByRole('button', { name: /OCO/ });
  return { app, row };
}

describe('an OCO', () => {
  it('is one row that opens to its orders, which shrink in place', async () => {
    const { app, row } = await openGroup();
    expect(row.getAttribute('aria-expanded')).toBe('false');
    expect(row.textContent).toMatch(
      /Sell.*BTC\/USDT.*OCO.*0\.5 BTC.*Take profit at 22,000\.00.*Stop loss at 19,000\.00/,
    );
    expect(panel().queryByRole('button', { name: 'Cancel order 7' })).toBeNull();
    await app.user.click(row);
    panel().getByRole('button', { name: 'Cancel order 7' });
    panel().getByText('When the price falls to 19,000.00');
    send(app, stopLoss({ quantity: decimal('0.3'), updatedAt: new Date().toISOString() }));
    await panel().findByText('0 of 0.3 BTC · 0%');
  });

  it('asks before one of its orders is cancelled, and shows the other alone', async () => {
    const { app, row } = await openGroup();
    app.server.on(cancelOrder, () => takeProfit({ status: 'cancelled', cancelReason: 'user' }));
    await app.user.click(row);
    await app.user.click(panel().getByRole('button', { name: 'Cancel order 7' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Cancel only this order?' }));
    sheet.getByText('The other order stays open on its own.');
    await app.user.click(sheet.getByRole('button', { name: 'Keep both' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.server.seen(cancelOrder)).toHaveLength(0);
    await app.user.click(panel().getByRole('button', { name: 'Cancel order 7' }));
    const again = within(await screen.findByRole('dialog', { name: 'Cancel only this order?' }));
    await app.user.click(again.getByRole('button', { name: 'Cancel order' }));
    await waitFor(() => expect(app.server.seen(cancelOrder)).toHaveLength(1));
    send(app, stopLoss({ groupId: undefined, leg: undefined, updatedAt: new Date().toISOString() }));
    await waitFor(() => expect(panel().queryByText('OCO')).toBeNull());
    panel().getByRole('button', { name: 'Cancel order 8' });
  });

  it('is cancelled as a whole', async () => {
    const { app } = await openGroup();
    app.server.on(cancelGroup, () => ({ cancelled: 2 }));
    await app.user.click(panel().getByRole('button', { name: 'Cancel order group 7' }));
    await waitFor(() => expect(app.server.seen(cancelGroup)).toHaveLength(1));
    expect(app.server.seen(cancelGroup)[0]?.request).toMatchObject({ groupId });
  });

  it('changes a leg in its group', async () => {
    const { app, row } = await openGroup();
    app.server.on(replaceOrder, () => stopLoss({ id: id(9), replacesId: id(8) }));
    await app.user.click(row);
    await app.user.click(panel().getByRole('button', { name: 'Change order 8' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Change order' }));
    await sheet.findByText('If you change the amount, both orders of the OCO change.');
    expect(sheet.queryByRole('textbox', { name: 'Price' })).toBeNull();
    const stop = sheet.getByRole('textbox', { name: 'Stop price' });
    await app.user.clear(stop);
    await app.user.paste('18500');
    await app.user.click(sheet.getByRole('button', { name: 'Change order' }));
    await waitFor(() =>
      expect(app.server.seen(replaceOrder)[0]?.request).toMatchObject({ id: 8, stopPrice: '18500', quantity: '0.5' }),
    );
  });
});

it('an exit of an entry says beforehand that it can only be made smaller', async () => {
  const app = await open({
    orders: [takeProfit(), waitingOrder({ id: id(6), groupId, leg: 'entry', status: 'completed' })],
  });
  await app.user.click(await screen.findByRole('button', { name: 'Change order 7' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Change order' }));
  await sheet.findByText('You can only reduce take profit and stop loss; both amounts change together.');
});

it('an entry shows the exits that it brings in; a trailing stop its trigger, and an order its end', async () => {
  const app = await open({
    orders: [
      waitingOrder({
        id: id(9),
        groupId: 9 as unknown as NonNullable<Order['groupId']>,
        leg: 'entry',
        exits: {
          takeProfitPrice: decimal('21000'),
          stopPrice: decimal('18000'),
          stopLimitPrice: undefined,
          maxSlippage: undefined,
        },
      }),
      waitingOrder({
        id: id(8),
        side: 'sell',
        orderType: 'trailing_stop',
        createdAt: '2026-01-02T03:00:00.000Z',
        price: null,
        trailFraction: decimal('0.1'),
        trailAmount: undefined,
        activationPrice: undefined,
        extremePrice: decimal('19500'),
        triggerPrice: decimal('17550'),
        timeInForce: 'gtd',
        expiresAt: '2030-01-02T03:04:00.000Z',
      }),
    ],
  });
  await screen.findByText('Take profit at 21,000.00 · Stop loss at 18,000.00');
  // The last price of 20,000 moved it on since, and the next one does.
  await panel().findByText(/^Triggers at 18,000\.00; only ever moves up · Expires Jan \d, \d\d:\d\d$/);
  const market = btcMarket({ lastPrice: decimal('21000'), asOf: '2026-01-02T03:04:06.000Z' });
  act(() => app.realtime.send(rooms.ticker, [market]));
  await panel().findByText(/^Triggers at 18,900\.00/);
  panel().getByText('GTD');
});
