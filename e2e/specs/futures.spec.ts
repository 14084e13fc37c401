// Tests futures on the smallest phone, in the language with the longest texts, with the keyboard alone: the questions
// about risk, an opened position, a stop by figures and one drawn on the chart (with a pointer too), a part closed, the
// rest reversed, and a short that rising prices liquidate, with the notification of its owner. The page is dark on a
// device that is light.
import { prepareFuturesTrader } from '@halyard/contract/testing/prepare';
import { findFaults } from '../faults.ts';
import { expect, newAddress } from '../fixtures.ts';
import { FuturesPage } from '../page-models/FuturesPage.ts';
import { createRisingMarket } from '../risingMarket.ts';
import { tabTo } from '../tabTo.ts';
import { looksLike, textsOf } from '../texts.ts';
import { test as base } from '../throughLine.ts';

/** More than a short of the highest leverage survives within a minute, and less than an order takes within seconds. */
const STEP_CENTS = 400;
const LIQUIDATION_LIMIT_MS = 120_000;

const test = base.extend({
  settings: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it depends on from the pattern
    async ({}, use) => {
      const market = await createRisingMarket(STEP_CENTS);
      await use(market.settings);
      await market.remove();
    },
    { scope: 'worker' },
  ],
});

const LONGEST = { name: 'Español', tag: 'es', folder: 'esp' } as const;

test('a futures position from the first question to its liquidation, in the language with the longest texts', async ({
  page,
  exchange,
  auth,
  menu,
}) => {
  // A minute of it is the market's.
  const futures = new FuturesPage(page, LONGEST.folder);
  const text = textsOf(LONGEST.folder);
  const faults: string[] = [];
  const look = async (station: string) => faults.push(...(await findFaults(page, station)));
  const mail = newAddress();
  await prepareFuturesTrader(exchange.url, mail);
  await menu.followDevice();
  await menu.chooseLanguage(LONGEST.name, LONGEST.tag);
  await auth.enter(mail);

  await futures.open();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await fillByKeyboard(futures);
  await look('ticket');
  await futures.press(futures.submit('long'));
  await answerByKeyboard(futures, () => look('risk'));
  await futures.confirmation('long').waitFor();
  await look('confirmation');
  await futures.press(futures.confirmation('long'));
  await expect(futures.card('long')).toHaveCount(1);
  await expect(page.locator('p').getByText(looksLike(text('futures.ticket.opened')))).toBeVisible();
  await look('open');
  await futures.openDetails(futures.card('long'));
  await look('details');
  await futures.closeSheet();

  await futures.act(futures.card('long'), 'stops');
  await futures.fillStops({ loss: '30' });
  await look('stops');
  await futures.confirm('stops.save');
  await expect(futures.figure(futures.card('long'), 'stops.both')).toHaveText(/^\p{L}+ \/ \d/u);

  await futures.openChart();
  await futures.grip('stopLoss').waitFor();
  await look('chart');
  await futures.drawStop('stopLoss', 20);
  const drawn = await futures.stop(futures.sheet, 'loss').inputValue();
  await look('drawn stop');
  await futures.confirm('stops.save');
  await expect(futures.figure(futures.card('long'), 'stops.both')).toContainText(drawn.slice(-2));
  await tabTo(page, futures.grip('stopLoss'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(futures.stop(futures.sheet, 'loss')).not.toHaveValue(drawn);
  await futures.confirm('stops.save');

  await futures.act(futures.card('long'), 'close');
  await futures.fillShare(50);
  await look('close');
  await futures.confirm('close.do');
  await expect(futures.figure(futures.card('long'), 'card.lots')).toHaveText(/^2 · /);

  await page.goto('#/pages/assets/tradeAccount?account=futures');
  await expect(page.getByRole('region', { name: text('futures.account.label') })).toContainText(/\d\s?%$/);
  await look('account');
  await futures.open();

  await futures.act(futures.card('long'), 'reverse');
  await look('reverse');
  await futures.confirm('reverse.do');
  await expect(futures.card('short')).toHaveCount(1);
  await expect(futures.cards).toHaveCount(1);

  await futures.chooseSide('short');
  await tabTo(page, futures.stopsWanted);
  await page.keyboard.press('Space');
  await futures.chooseLeverage(50);
  await look('leverage');
  await futures.takeLeverage();
  await futures.type(futures.lots, '1');
  await futures.press(futures.submit('short'));
  await futures.press(futures.withoutStops);
  await futures.press(futures.confirmation('short'));
  await expect(futures.card('short')).toHaveCount(2);
  await expect(futures.card('short')).toHaveCount(1, { timeout: LIQUIDATION_LIMIT_MS });

  await futures.showHistory();
  await expect(futures.history).toHaveCount(3);
  await expect(futures.history.first()).toContainText(text('futures.reason.liquidation'));
  await look('history');
  await futures.openDetails(futures.history.first());
  await expect(futures.sheet).toContainText(text('futures.reasonText.liquidation'));
  await look('liquidated');
  expect(await futures.verify()).toEqual(Array.from({ length: 16 }, () => text('log.verdict.passed')));
  await look('verified');
  await futures.closeSheet();

  await page.goto('#/pages/notice/index?tab=messages');
  await expect(page.getByText('Posición liquidada: BTC/USDT')).toBeVisible();
  await look('messages');
  expect(faults).toEqual([]);
});

/** Opens a long of four lots with both stops, without a tap. */
async function fillByKeyboard(futures: FuturesPage): Promise<void> {
  const { page, ticket } = futures;
  await tabTo(page, futures.lots);
  await page.keyboard.type('4');
  await tabTo(page, futures.stopUnit(ticket));
  // From prices to percent of the margin.
  await page.keyboard.press('ArrowDown');
  await tabTo(page, futures.stop(ticket, 'profit'));
  await page.keyboard.type('80');
  await tabTo(page, futures.stop(ticket, 'loss'));
  await page.keyboard.type('20');
}

/** Answers wrong at first, then right; `look` checks the explanation. */
async function answerByKeyboard(futures: FuturesPage, look: () => Promise<unknown>): Promise<void> {
  const { page } = futures;
  await tabTo(page, futures.answers('loss').first());
  await page.keyboard.press('Space');
  await expect(futures.explanation('loss')).toBeVisible();
  await expect(futures.goOn).toBeDisabled();
  await look();
  await page.keyboard.press('ArrowDown');
  await tabTo(page, futures.answers('leverage').first());
  await page.keyboard.press('Space');
  await tabTo(page, futures.answers('liquidation').first());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, futures.goOn);
  await page.keyboard.press('Enter');
}
