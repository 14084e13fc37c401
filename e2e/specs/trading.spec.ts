// Tests every order type and time in force through the screen of a phone, against the real exchange: orders that wait,
// that fill at once, and that are refused, with the reason; that orders are changed and cancelled; that taps trade the
// book; that the ticket warns of a market order too big for the book.
import type { Api } from '@halyard/contract/testing/api';
import type { AuthPages } from '../page-models/AuthPages.ts';
import type { TradePage } from '../page-models/TradePage.ts';
import { expect, newAddress, NIGHTLY, test } from '../fixtures.ts';

test('limit orders wait, are changed and cancelled, one and all', async ({ page, api, auth, trade }) => {
  const token = await enterAsTrader({ api, auth, trade });
  const low = await api.priceNear('BTC', '0.95');

  await trade.place({ side: 'Buy', type: 'Limit', price: low, amount: '0.02' });
  await trade.ordersTab(/^Open/).click();
  await expect(trade.rows).toHaveCount(1);
  await expect(trade.rows.first()).toContainText('0.02');

  await page.getByRole('button', { name: /^Change order/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Change order' });
  const amount = sheet.getByRole('textbox', { name: 'Amount' });
  await amount.focus();
  await amount.fill('0.03');
  await sheet.getByRole('button', { name: 'Change order' }).click();
  await expect(sheet).toBeHidden();
  await expect(trade.rows).toHaveCount(1);
  await expect(trade.rows.first()).toContainText('0.03');

  await page.getByRole('button', { name: /^Cancel order/ }).click();
  await expect(page.getByText('No open orders.')).toBeVisible();

  await trade.place({ side: 'Buy', type: 'Limit', price: low, amount: '0.01' });
  await trade.place({ side: 'Sell', type: 'Limit', price: await api.priceNear('BTC', '1.05'), amount: '0.01' });
  await expect(trade.rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await page.getByRole('button', { name: 'Cancel 2 orders' }).click();
  await expect(page.getByText('No open orders.')).toBeVisible();

  const orders = await api.orders(token);
  expect(orders.map(({ status, cancelReason }) => [status, cancelReason])).toEqual([
    ['cancelled', 'user'],
    ['cancelled', 'user'],
    ['cancelled', 'user'],
    ['cancelled', 'replaced'],
  ]);
  expect(await api.owned(token, 'USDT')).toBe('10000');
});

// The tests of the server and of the ticket cover each.
test('post-only waits or is refused; IOC and FOK never wait', NIGHTLY, async ({ api, auth, trade }) => {
  const token = await enterAsTrader({ api, auth, trade });
  const above = await api.priceNear('BTC', '1.01');
  const low = await api.priceNear('BTC', '0.95');

  await trade.fillTicket({ side: 'Buy', type: 'Limit', price: above, amount: '0.01', terms: 'Post-only' });
  await trade.button('Buy').click();
  await expect(trade.ticket.getByText(/^A post-only order would fill immediately/)).toBeVisible();
  await trade.place({ side: 'Buy', type: 'Limit', price: low, amount: '0.01' });
  await trade.ordersTab(/^Open/).click();
  await expect(trade.rows.first()).toContainText('Post-only');

  await trade.place({ side: 'Buy', type: 'Limit', price: above, amount: '0.01', terms: 'IOC' });
  await trade.place({ side: 'Buy', type: 'Limit', price: low, amount: '0.01', terms: 'IOC' });
  await trade.ordersTab(/^History/).click();
  await expect(trade.rows.first()).toContainText('Cancelled');
  await expect(trade.rows.nth(1)).toContainText('Completed');

  // More than the house offers at any price of the recording.
  await api.fund(token, 'USDT', '990000');
  await trade.send({ side: 'Buy', type: 'Limit', price: above, amount: '25', terms: 'FOK' });
  await expect(trade.ticket.getByText(/^The order could not be filled completely/)).toBeVisible();
  await trade.place({ side: 'Buy', type: 'Limit', price: above, amount: '0.015', terms: 'FOK' });

  await trade.place({ side: 'Buy', type: 'Market', amount: '0.01' });
  await trade.place({ side: 'Sell', type: 'Market', amount: '0.02', terms: 'FOK' });
  const orders = await api.orders(token);
  expect(orders.map((order) => [order.orderType, order.timeInForce, order.status])).toEqual([
    ['market', 'fok', 'completed'],
    ['market', 'ioc', 'completed'],
    ['limit', 'fok', 'completed'],
    ['limit', 'ioc', 'cancelled'],
    ['limit', 'ioc', 'completed'],
    ['limit', 'gtc', 'waiting'],
  ]);
  await expect(trade.list.getByText('Completed').first()).toBeVisible();
});

// The tests of the ticket cover it.
test(
  'a tap on the book sets the price; the ticket warns of a market order too big for it, which becomes a limit order',
  NIGHTLY,
  async ({ api, auth, trade }) => {
    const token = await enterAsTrader({ api, auth, trade });
    await trade.chooseType('Market');
    const shown = await trade.tapLastAsk();
    await expect(trade.ticket.getByRole('button', { name: 'Order type: Limit' })).toBeVisible();
    // A field holds no zeros at its end.
    await expect(trade.field('Price')).toHaveValue(shown.replace(/\.?0+$/, ''));

    // The house offers about 11 BTC; beyond it the next ask is 5 % away.
    await api.fund(token, 'USDT', '990000');
    const seller = await api.register(newAddress());
    await api.fund(seller, 'BTC', '20');
    await api.placeLimit(seller, 'BTC', { side: 'sell', price: await api.priceNear('BTC', '1.05'), quantity: '20' });
    await trade.fillTicket({ side: 'Buy', type: 'Market', amount: '25' });
    await expect(
      trade.ticket.getByText(/^Only .+ are available within 1% of the best price. The rest is not filled/),
    ).toBeVisible();
    await trade.ticket.getByRole('button', { name: /^Use a limit of/ }).click();
    await expect(trade.ticket.getByRole('button', { name: 'Order type: Limit' })).toBeVisible();
    await expect(trade.field('Amount')).toHaveValue('25');
  },
);

// journey.spec.ts covers fills by socket.
test('partial fills of an order appear as they happen', NIGHTLY, async ({ page, api, auth, trade }) => {
  const token = await enterAsTrader({ api, auth, trade });
  await api.fund(token, 'USDT', '990000');
  const seller = await api.register(newAddress());
  await api.fund(seller, 'BTC', '100');
  const price = await api.priceNear('BTC', '0.99');
  await trade.place({ side: 'Buy', type: 'Limit', price, amount: '30' });
  await trade.ordersTab(/^Open/).click();
  const filled = trade.list.getByRole('progressbar');
  await expect(filled).toHaveCount(1);
  await expect(filled).toHaveAttribute('aria-valuenow', '0');
  // Takes the bids of the house, 10 to 16 BTC by the price of the day, and reaches this one with the rest.
  await Promise.all([
    expect(filled).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/),
    expect(page.getByText(/^Bought .+ of 30.* BTC$/).first()).toBeVisible(),
    api.placeLimit(seller, 'BTC', { side: 'sell', price, quantity: '20' }),
  ]);
});

async function enterAsTrader(at: { api: Api; auth: AuthPages; trade: TradePage }): Promise<string> {
  const { api, auth, trade } = at;
  const address = newAddress();
  const token = await api.register(address);
  await api.fund(token, 'USDT', '10000');
  await api.fund(token, 'BTC', '1');
  await auth.enter(address);
  await trade.open();
  return token;
}
