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
  const lever = new FuturesPage(page, LONGEST.folder);
  const text = textsOf(LONGEST.folder);
  const faults: string[] = [];
  const look = async (station: string) => faults.push(...(await findFaults(page, station)));
  const mail = newAddress();
  await prepareFuturesTrader(exchange.url, mail);
  await menu.followDevice();
  await menu.chooseLanguage(LONGEST.name, LONGEST.tag);
  await auth.enter(mail);

  await lever.open();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await fillByKeyboard(lever);
  await look('ticket');
  await lever.press(lever.submit('long'));
  await answerByKeyboard(lever, () => look('risk'));
  await lever.confirmation('long').waitFor();
  await look('confirmation');
  await lever.press(lever.confirmation('long'));
  await expect(lever.card('long')).toHaveCount(1);
  await expect(page.locator('p').getByText(looksLike(text('futures.ticket.opened')))).toBeVisible();
  await look('open');
  await lever.openDetails(lever.card('long'));
  await look('details');
  await lever.closeSheet();

  await lever.act(lever.card('long'), 'stops');
  await lever.fillStops({ loss: '30' });
  await look('stops');
  await lever.confirm('stops.save');
  await expect(lever.figure(lever.card('long'), 'stops.both')).toHaveText(/^\p{L}+ \/ \d/u);

  await lever.openChart();
  await lever.grip('stopLoss').waitFor();
  await look('chart');
  await lever.drawStop('stopLoss', 20);
  const drawn = await lever.stop(lever.sheet, 'loss').inputValue();
  await look('drawn stop');
  await lever.confirm('stops.save');
  await expect(lever.figure(lever.card('long'), 'stops.both')).toContainText(drawn.slice(-2));
  await tabTo(page, lever.grip('stopLoss'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(lever.stop(lever.sheet, 'loss')).not.toHaveValue(drawn);
  await lever.confirm('stops.save');

  await lever.act(lever.card('long'), 'close');
  await lever.fillShare(50);
  await look('close');
  await lever.confirm('close.do');
  await expect(lever.figure(lever.card('long'), 'card.lots')).toHaveText(/^2 · /);

  await page.goto('#/pages/assets/tradeAccount?account=futures');
  await expect(page.getByRole('region', { name: text('futures.account.label') })).toContainText(/\d\s?%$/);
  await look('account');
  await lever.open();

  await lever.act(lever.card('long'), 'reverse');
  await look('reverse');
  await lever.confirm('reverse.do');
  await expect(lever.card('short')).toHaveCount(1);
  await expect(lever.cards).toHaveCount(1);

  await lever.chooseSide('short');
  await tabTo(page, lever.stopsWanted);
  await page.keyboard.press('Space');
  await lever.chooseLeverage(50);
  await look('leverage');
  await lever.takeLeverage();
  await lever.type(lever.lots, '1');
  await lever.press(lever.submit('short'));
  await lever.press(lever.withoutStops);
  await lever.press(lever.confirmation('short'));
  await expect(lever.card('short')).toHaveCount(2);
  await expect(lever.card('short')).toHaveCount(1, { timeout: LIQUIDATION_LIMIT_MS });

  await lever.showHistory();
  await expect(lever.history).toHaveCount(3);
  await expect(lever.history.first()).toContainText(text('futures.reason.liquidation'));
  await look('history');
  await lever.openDetails(lever.history.first());
  await expect(lever.sheet).toContainText(text('futures.reasonText.liquidation'));
  await look('liquidated');
  expect(await lever.verify()).toEqual(Array.from({ length: 16 }, () => text('log.verdict.passed')));
  await look('verified');
  await lever.closeSheet();

  await page.goto('#/pages/notice/index?tab=messages');
  await expect(page.getByText('Posición liquidada: BTC/USDT')).toBeVisible();
  await look('messages');
  expect(faults).toEqual([]);
});

/** Opens a long of four lots with both stops, without a tap. */
async function fillByKeyboard(lever: FuturesPage): Promise<void> {
  const { page, ticket } = lever;
  await tabTo(page, lever.lots);
  await page.keyboard.type('4');
  await tabTo(page, lever.stopUnit(ticket));
  // From prices to percent of the margin.
  await page.keyboard.press('ArrowDown');
  await tabTo(page, lever.stop(ticket, 'profit'));
  await page.keyboard.type('80');
  await tabTo(page, lever.stop(ticket, 'loss'));
  await page.keyboard.type('20');
}

/** Answers wrong at first, then right; `look` checks the explanation. */
async function answerByKeyboard(lever: FuturesPage, look: () => Promise<unknown>): Promise<void> {
  const { page } = lever;
  await tabTo(page, lever.answers('loss').first());
  await page.keyboard.press('Space');
  await expect(lever.explanation('loss')).toBeVisible();
  await expect(lever.goOn).toBeDisabled();
  await look();
  await page.keyboard.press('ArrowDown');
  await tabTo(page, lever.answers('leverage').first());
  await page.keyboard.press('Space');
  await tabTo(page, lever.answers('liquidation').first());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, lever.goOn);
  await page.keyboard.press('Enter');
}
