/**
 * How long the ticket of contracts takes from a typed digit until the margin is written, on a phone slowed four
 * times while the market tells 20 prices a second, beside how long a frame of that page takes: what is typed and
 * what it comes to are in one picture.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { createApi } from '@halyard/contract/testing/api';
import { prepareContractTrader } from '@halyard/contract/testing/prepare';
import { AuthPages } from '../../e2e/page-models/AuthPages.ts';
import { LeverPage } from '../../e2e/page-models/LeverPage.ts';
import { median, say } from './goals.ts';
import { SLOWER } from './starts.ts';

const DIGITS = ['1', '2', '3'];

/** `context` has the app as its base. */
export async function comparePreview(
  context: BrowserContext,
  { exchangeUrl, rounds }: { readonly exchangeUrl: string; readonly rounds: number },
): Promise<boolean> {
  const address = `preview-${Date.now()}@example.com`;
  await prepareContractTrader(exchangeUrl, address);
  const page = await context.newPage();
  await new AuthPages(page, createApi(exchangeUrl)).enter(address);
  const lever = new LeverPage(page);
  await lever.open();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const frameMs = await frameOf(page);
  const taken: number[] = [];
  for (let round = 0; round < rounds * 2; round += 1) {
    await lever.lots.fill('');
    for (const digit of DIGITS) taken.push(await typed(lever, digit));
  }
  await page.close();
  const share = median(taken) / frameMs;
  const shown = `${share.toFixed(2)} (${median(taken).toFixed(1)} of ${frameMs.toFixed(1)} ms)`;
  return say('margin while lots are typed', shown, '<= 1 frame', share <= 1);
}

/** The time between two pictures. */
async function frameOf(page: Page): Promise<number> {
  const times = await page.evaluate(async () => {
    const seen: number[] = [];
    for (let frame = 0; frame < 60; frame += 1)
      seen.push(await new Promise<number>((tell) => requestAnimationFrame(tell)));
    return seen;
  });
  return median(times.slice(1).map((time, index) => time - (times[index] ?? 0)));
}

/** Types a digit, which makes the margin at least five times what it was. Prices alone do not. */
async function typed(lever: LeverPage, digit: string): Promise<number> {
  const margin = lever.figure(lever.ticket, 'figures.margin');
  await lever.lots.focus();
  const done = margin.evaluate((figure) => {
    const amountOf = () => Number((figure.textContent ?? '').replaceAll(/[^\d.]/gu, ''));
    return new Promise<number>((tell) => {
      const before = amountOf();
      let startMs = Number.NaN;
      addEventListener('beforeinput', () => (startMs = performance.now()), { capture: true, once: true });
      const observer = new MutationObserver(() => {
        const now = amountOf();
        if (Number.isNaN(startMs) || now === 0 || now < 5 * before) return;
        observer.disconnect();
        tell(performance.now() - startMs);
      });
      observer.observe(figure, { subtree: true, characterData: true, childList: true });
    });
  });
  // The watch is set before the key is pressed: both go over one line, in order.
  const [ms] = await Promise.all([done, lever.page.keyboard.type(digit)]);
  return ms;
}
