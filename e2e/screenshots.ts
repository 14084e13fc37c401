// Takes the pictures of the README from the running app, as a user sees it who has traded a little. Prices are
// simulated from a fixed seed.
import { fileURLToPath } from 'node:url';
import { createExchange } from './exchange.ts';
import { expect, newAddress, test as base } from './fixtures.ts';
import { untilWhole } from './screens.ts';

const FOLDER = fileURLToPath(new URL('../public/screenshots/', import.meta.url));
/** They are loaded with the README and with the dialog that installs the app. */
const BYTES_MAX = 300_000;
/** A window on a desktop, for the dialog that installs the app there. */
const WIDE = { width: 1280, height: 800 };
const THEMES = ['Dark', 'Light'] as const;

const test = base.extend<object, { exchange: Awaited<ReturnType<typeof createExchange>> }>({
  exchange: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it depends on from the pattern
    async ({}, use) => {
      const exchange = await createExchange({ FEED: 'simulated', FEED_SEED: 'harbour' });
      await exchange.start();
      await use(exchange);
      await exchange.dispose();
    },
    { scope: 'worker' },
  ],
});

test('pictures of the app', async ({ page, api, auth, home, kline, trade, assets, menu }) => {
  const address = newAddress();
  const token = await api.register(address);
  await api.fund(token, 'USDT', '25000');
  for (const [coin, quantity] of [
    ['BTC', '0.05'],
    ['ETH', '0.8'],
    ['SOL', '12'],
  ] as const) {
    const price = await api.priceNear(coin, '1.01');
    await api.placeLimit(token, coin, { side: 'buy', price, quantity });
  }
  const waiting = { side: 'buy', price: await api.priceNear('BTC', '0.97'), quantity: '0.04' } as const;
  await api.placeLimit(token, 'BTC', waiting);
  await auth.enter(address);
  // The icons of coins load when the page is idle, and are no elements.
  await page.waitForFunction(() => {
    const coin = document.querySelector('[data-coin="DOGE"]');
    return coin !== null && getComputedStyle(coin, '::after').backgroundImage !== 'none';
  });

  for (const theme of THEMES) {
    const take = async (name: string, scale: 'css' | 'device' = 'device') => {
      // No focus ring around the last used element.
      await page
        .locator(':focus')
        .evaluateAll((focused) => focused.forEach((element) => (element as HTMLElement).blur()));
      await untilWhole(page);
      const path = `${FOLDER}${name}-${theme.toLowerCase()}.png`;
      const picture = await page.screenshot({ path, scale });
      expect(picture.byteLength).toBeLessThan(BYTES_MAX);
    };
    await menu.chooseTheme(theme);
    await trade.open();
    await trade.fillTicket({ side: 'Buy', type: 'Limit', price: await api.priceNear('BTC', '0.999'), amount: '0.025' });
    await expect(trade.rows).not.toHaveCount(0);
    await take('trade');

    await kline.open('BTC/USDT');
    await kline.choose('1h');
    await kline.closesIn.waitFor();
    await take('kline');

    await assets.open();
    await expect(assets.row('ETH')).toBeVisible();
    await take('assets');

    await home.open();
    await expect(page.getByText('Today')).toBeVisible();
    await take('home');

    if (theme !== 'Dark') continue;
    const narrow = page.viewportSize() ?? WIDE;
    await page.setViewportSize(WIDE);
    await trade.open();
    await take('wide', 'css');
    await page.setViewportSize(narrow);
  }
});
