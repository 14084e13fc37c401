/**
 * How long presses and typing take until they are painted while the market sends 20 prices a second, on a phone slowed
 * four times, beside a bare button. By a finger, as on phones, and by a mouse, whose figure is nearer to a finger's on
 * a real phone: Chromium's DevTools let the page draw a whole frame before they send a touch
 * (`InputHandler::DispatchWebTouchEvent`, "We make sure the compositor is up to date") and count it as the finger's, 15
 * to 45 ms of each.
 */
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { createApi } from '@halyard/contract/testing/api';
import { AuthPages } from '../../e2e/page-models/AuthPages.ts';
import { KlinePage } from '../../e2e/page-models/KlinePage.ts';
import { TradePage } from '../../e2e/page-models/TradePage.ts';
import { sayShare, type Pairs } from './goals.ts';
import { SLOWER } from './starts.ts';

/** How much longer than a bare button ours may take: most of both is waiting for the processor. */
const TIMES_MAX = { finger: 8, mouse: 5 } as const;
type HandName = keyof typeof TIMES_MAX;
type Hand = { press: (target: Locator) => Promise<void>; choose: (target: Locator) => Promise<void> };

type Place = { readonly exchangeUrl: string; readonly bareUrl: string; readonly rounds: number };
type Pair = Pairs[number];

/** Presses with both hands; `context` has the app as its base. */
export async function compareInteractions(context: BrowserContext, place: Place): Promise<boolean> {
  const reached: boolean[] = [];
  for (const name of ['finger', 'mouse'] as const) reached.push(await compareHand(context, place, name));
  return reached.every(Boolean);
}

async function compareHand(
  context: BrowserContext,
  { exchangeUrl, bareUrl, rounds }: Place,
  name: HandName,
): Promise<boolean> {
  const api = createApi(exchangeUrl);
  const address = `${name}-${Date.now()}@example.com`;
  await api.fund(await api.register(address), 'USDT', '10000');
  const page = await context.newPage();
  await watchInteractions(page);
  const ticks = countTicks(page);
  await new AuthPages(page, api).enter(address);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const hand = handOf(page, name);
  const [onTrade, onKline]: [Pair[], Pair[]] = [[], []];
  const startedAtMs = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    const bare = await pressBare(page, hand, bareUrl);
    onTrade.push({ app: await pressTicket(page, hand), bare });
    onKline.push({ app: await pressChart(page, hand), bare });
  }
  console.log(
    `         ${((ticks() * 1000) / (performance.now() - startedAtMs)).toFixed(0)} prices a second, the bare page's time among it`,
  );
  await page.close();
  return [
    sayShare(`${name} on trade`, onTrade, TIMES_MAX[name]),
    sayShare(`${name} on K-line`, onKline, TIMES_MAX[name]),
  ].every(Boolean);
}

async function pressBare(page: Page, hand: Hand, bareUrl: string): Promise<number> {
  await page.goto(bareUrl);
  return worstOf(page, async () => {
    for (let count = 0; count < 10; count += 1) await hand.press(page.getByRole('button'));
  });
}

async function pressTicket(page: Page, hand: Hand): Promise<number> {
  const trade = new TradePage(page);
  await trade.open();
  return worstOf(page, async () => {
    for (const view of ['Recent trades', 'Order book']) await hand.choose(trade.view(view));
    await hand.press(trade.asks.last());
    await hand.choose(trade.view('Recent trades'));
    for (const amount of ['0.01', '0.02', '0.03']) {
      await hand.press(trade.field('Amount'));
      await expect(trade.field('Amount')).toBeFocused();
      await page.keyboard.type(amount);
      await hand.choose(trade.side('Sell'));
      await hand.choose(trade.side('Buy'));
      await trade.field('Amount').fill('');
    }
  });
}

async function pressChart(page: Page, hand: Hand): Promise<number> {
  const kline = new KlinePage(page);
  await kline.open('BTC/USDT');
  await bringInSight(kline.tape, 'center');
  await hand.choose(kline.tape);
  await bringInSight(kline.interval('5m'), 'center');
  await bringInSight(kline.crosshair, 'nearest');
  return worstOf(page, async () => {
    for (const interval of ['1h', '1D', '5m']) {
      await hand.choose(kline.interval(interval));
      await hand.press(kline.crosshair);
    }
  });
}

/** The book is below the chart, and the row of tools scrolls sideways. */
async function bringInSight(target: Locator, block: ScrollLogicalPosition): Promise<void> {
  await target.evaluate((element, position) => element.scrollIntoView({ block: position, inline: 'center' }), block);
}

/** Records in the page how long each interaction takes until it is painted. */
async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const durations: number[] = [];
    Object.assign(window, { interactions: durations });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('interactionId' in entry && Number(entry.interactionId) > 0) durations.push(entry.duration);
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/**
 * Presses the page. A locator's own `tap` and `click` inspect the page from inside before, during and after, at a
 * fourth of the speed.
 */
function handOf(page: Page, name: HandName): Hand {
  const press = async (target: Locator) => {
    const middle = { x: 0, y: 0 };
    // A row of the book may have been replaced by the time its position is known.
    await expect(async () => {
      const box = await target.boundingBox();
      if (box === null) throw new Error(`${target.toString()} has no place on the screen`);
      Object.assign(middle, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    }).toPass();
    await (name === 'finger' ? page.touchscreen.tap(middle.x, middle.y) : page.mouse.click(middle.x, middle.y));
  };
  return {
    press,
    /** Presses a tab or a segment, which is then selected: users look before they continue. */
    choose: async (target) => {
      await press(target);
      await expect(target.and(page.locator(':checked, [aria-selected=true]'))).toBeVisible();
    },
  };
}

/** The longest interaction of some, in ms; the browser does not report those below 16 ms. */
async function worstOf(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    (window as unknown as { interactions: number[] }).interactions.length = 0;
  });
  await act();
  return page.evaluate(async () => {
    // Two frames, after which the last interaction has been reported.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    return Math.max(16, ...(window as unknown as { interactions: number[] }).interactions);
  });
}

/** Counts the prices that the tape's room brings. */
function countTicks(page: Page): () => number {
  let count = 0;
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const text = payload.toString();
      // Each message has its own position, and each price in it another one.
      if (text.includes('"room":"trades:')) count += (text.match(/"seq":/g)?.length ?? 1) - 1;
    });
  });
  return () => count;
}
