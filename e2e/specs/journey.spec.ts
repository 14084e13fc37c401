// Tests the main path of a trader on a phone: register, get funds, view the K-line, buy and sell by market and by
// limit, with the fill arriving by socket and every balance right to the last digit.
import type { Page } from '@playwright/test';
import { balancesAfter, type Api } from '@halyard/contract/testing/api';
import type { TradePage } from '../page-models/TradePage.ts';
import { expect, MOVING, newAddress, test } from '../fixtures.ts';

const FUNDS = '10000';

test.use(MOVING);

test('a trader registers, gets funds, watches the K-line, buys and sells BTC', async ({
  page,
  api,
  auth,
  home,
  kline,
  trade,
  assets,
}) => {
  const address = newAddress();
  const orderEvents = watchMessages(page, '"event":"order"');
  const candles = watchMessages(page, '"room":"kline:BTC/USDT:5min"');

  await test.step('register and return to the requested page', async () => {
    await page.goto('#/pages/assets/index');
    await expect(page).toHaveURL(/user\/login\/login\?backpage=/);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await auth.register(address);
    await expect(page).toHaveURL(/pages\/assets\/index/);
  });
  const token = await api.logIn(address);

  await test.step('get test funds', async () => {
    await assets.open();
    await assets.fund('USDT', FUNDS);
    await expect(assets.row('USDT')).toContainText('10,000');
  });

  await test.step('open the K-line from home; it is drawn and alive', async () => {
    await home.tab('Home').click();
    await home.market('BTC').click();
    await expect(kline.canvas).toBeVisible();
    await expect(kline.closesIn).toBeVisible();
    await expect(kline.picture.first()).toHaveAttribute('aria-label', /highest .+ lowest .+ last price/);
    // Every tick arrives, also in a minute in which the real market's price did not change.
    const before = candles.length;
    await expect.poll(() => candles.length).toBeGreaterThan(before + 1);
    await kline.choose('1h');
    await kline.goTrade('Buy');
    await expect(page).toHaveURL(/trade\/index/);
  });

  await test.step('buy by market', async () => {
    await trade.place({ side: 'Buy', type: 'Market', amount: '0.05' });
    await trade.ordersTab(/^Fills/).click();
    await expect(trade.rows.first()).toContainText('0.05');
  });

  await test.step('a limit order waits, and its fill appears by socket', async () => {
    await trade.place({ side: 'Buy', type: 'Limit', price: await api.priceNear('BTC', '0.9'), amount: '0.01' });
    await trade.ordersTab(/^Open/).click();
    await expect(trade.rows).toHaveCount(1);
    await page.getByRole('button', { name: /^Cancel order/ }).click();
    await expect(page.getByText('No open orders.')).toBeVisible();

    await fillFromOtherSide(api, trade);
    await expect.poll(async () => (await api.orders(token))[0]?.status).toBe('completed');
    await page.getByRole('tab', { name: /^History/ }).click();
    await expect(trade.list.getByText('Completed').first()).toBeVisible();
    await expect.poll(() => orderEvents.some((text) => text.includes('"status":2'))).toBe(true);
  });

  await test.step('sell by limit and by market', async () => {
    const crossing = await api.priceNear('BTC', '0.99');
    await trade.place({ side: 'Sell', type: 'Limit', price: crossing, amount: '0.02' });
    await trade.place({ side: 'Sell', type: 'Market', amount: '0.01' });
    const [sold] = await api.orders(token);
    expect(sold).toMatchObject({ side: 'sell', orderType: 'market', status: 'completed' });
  });

  await test.step('every balance is right to the last digit', async () => {
    const expected = balancesAfter(await api.fills(token), FUNDS);
    expect(await api.owned(token, 'USDT')).toBe(expected.quote);
    expect(await api.owned(token, 'BTC')).toBe(expected.base);
    await home.tab('Assets').click();
    await expect(assets.row('USDT')).toContainText(shown(expected.quote));
    await expect(assets.row('BTC')).toContainText(shown(expected.base));
  });
});

/** A bid waits on the screen, below the ladder's asks, until another user sells into it. */
async function fillFromOtherSide(api: Api, trade: TradePage): Promise<void> {
  const seller = await api.register(newAddress());
  await api.fund(seller, 'BTC', '3');
  const price = await api.priceNear('BTC', '0.999');
  await trade.place({ side: 'Buy', type: 'Limit', price, amount: '0.02' });
  await api.placeLimit(seller, 'BTC', { side: 'sell', price, quantity: '3' });
}

/** Texts of the socket's messages that contain `part`, as they arrive. */
function watchMessages(page: Page, part: string): string[] {
  const messages: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const text = payload.toString();
      if (text.includes(part)) messages.push(text);
    });
  });
  return messages;
}

// Intl takes the decimal as text, so no digit is lost.
function shown(value: string): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: 8 }).format(value as `${number}`);
}
