/**
 * How long the futures ticket takes from a typed digit until the margin is shown, on a phone slowed four times while
 * the market sends 20 prices a second, beside the frame time of that page: the digit and its result are in one frame.
 */
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { createApi } from '@halyard/contract/testing/api';
import { prepareFuturesTrader } from '@halyard/contract/testing/prepare';
import { AuthPages } from '../../e2e/page-models/AuthPages.ts';
import { FuturesPage } from '../../e2e/page-models/FuturesPage.ts';
import { median, say } from './goals.ts';
import { SLOWER } from './starts.ts';

const DIGITS = ['1', '2', '3'];

/** `context` has the app as its base. */
export async function comparePreview(
  context: BrowserContext,
  { exchangeUrl, rounds }: { readonly exchangeUrl: string; readonly rounds: number },
): Promise<boolean> {
  const address = `preview-${Date.now()}@example.com`;
  await prepareFuturesTrader(exchangeUrl, address);
  const page = await context.newPage();
  await new AuthPages(page, createApi(exchangeUrl)).enter(address);
  const futures = new FuturesPage(page);
  await futures.open();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const frameMs = await frameOf(page);
  const taken: number[] = [];
  for (let round = 0; round < rounds * 2; round += 1) {
    await futures.lots.fill('');
    // Cleared, or a digit would be measured beside the margin of the last ones.
    await expect(futures.figure(futures.ticket, 'figures.margin')).not.toContainText(/\d/u);
    for (const digit of DIGITS) taken.push(await typed(futures, digit));
  }
  await page.close();
  const share = median(taken) / frameMs;
  const shown = `${share.toFixed(2)} (${median(taken).toFixed(1)} of ${frameMs.toFixed(1)} ms)`;
  return say('margin while lots are typed', shown, '<= 1 frame', share <= 1);
}

/** The time between two frames. */
async function frameOf(page: Page): Promise<number> {
  const times = await page.evaluate(async () => {
    const seen: number[] = [];
    for (let frame = 0; frame < 60; frame += 1)
      seen.push(await new Promise<number>((tell) => requestAnimationFrame(tell)));
    return seen;
  });
  return median(times.slice(1).map((time, index) => time - (times[index] ?? 0)));
}

/** Types a digit, which makes the margin at least five times as large. Prices alone do not. */
async function typed(futures: FuturesPage, digit: string): Promise<number> {
  const margin = futures.figure(futures.ticket, 'figures.margin');
  const before = amountOf(await margin.textContent());
  await futures.lots.focus();
  const watch = await margin.evaluateHandle(
    (figure, least) => ({
      taken: new Promise<number>((tell) => {
        let startMs = Number.NaN;
        addEventListener('beforeinput', () => (startMs = performance.now()), { capture: true, once: true });
        new MutationObserver((_, observer) => {
          const now = Number((figure.textContent ?? '').replaceAll(/[^\d.]/gu, ''));
          if (Number.isNaN(startMs) || now <= least) return;
          observer.disconnect();
          tell(performance.now() - startMs);
        }).observe(figure, { subtree: true, characterData: true, childList: true });
      }),
    }),
    before * 5,
  );
  await futures.page.keyboard.type(digit);
  return watch.evaluate(({ taken }) => taken);
}

const amountOf = (text: string | null) => Number((text ?? '').replaceAll(/[^\d.]/gu, ''));
