// Proves that a stop-limit order of the screen waits outside of the book until the replayed market reaches its stop
// price, and then trades: the market runs an hour a minute, and one order waits on either side of it.
import { expect, newAddress, test } from '../fixtures.ts';

test.use({ settings: { FEED_SPEED: '60' } });
test.describe.configure({ timeout: 360_000 });

test('stop-limit orders are triggered by the replayed market', async ({ page, api, auth, trade }) => {
  const address = newAddress();
  const token = await api.register(address);
  await api.fund(token, 'USDT', '10000');
  await api.fund(token, 'BTC', '1');
  await auth.enter(address);
  await trade.open();
  await trade.confirmNoMore();

  // Near enough to be reached soon, far enough not to be passed while it is typed.
  const above = { stop: await api.priceNear('BTC', '1.003'), price: await api.priceNear('BTC', '1.03') };
  const below = { stop: await api.priceNear('BTC', '0.997'), price: await api.priceNear('BTC', '0.97') };
  await trade.fillTicket({ side: 'Buy', type: 'Stop-limit', amount: '0.01', ...above });
  await trade.button('Buy').click();
  await expect(trade.field('Amount')).toHaveValue('');
  await trade.fillTicket({ side: 'Sell', type: 'Stop-limit', amount: '0.01', ...below });
  await trade.button('Sell').click();
  await expect(trade.field('Amount')).toHaveValue('');
  await expect.poll(async () => (await api.orders(token)).length).toBe(2);

  await trade.ordersTab(/^History/).click();
  await expect(trade.rows.first()).toContainText('Completed', { timeout: 240_000 });
  const done = (await api.orders(token)).filter(({ status }) => status === 'completed');
  expect(done.length).toBeGreaterThan(0);
  for (const order of done) {
    expect(order).toMatchObject({ orderType: 'stop_limit', filledQuantity: '0.01' });
    expect(Date.parse(order.triggeredAt ?? '')).toBeGreaterThanOrEqual(Date.parse(order.createdAt));
  }
  await trade.rows.first().getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByText(/^Triggered at /)).toBeVisible();
});
