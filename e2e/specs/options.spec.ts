// Tests an option on the smallest phone: complete, in the language with the longest texts, each of its screens in both
// themes, bought with the keyboard alone; and that taps, tabs and a lost connection make no option more or less and
// lose no result. Prices rise every second, so that up wins.
import { prepareOptionBuyer, prepareWithdrawer } from '@halyard/contract/testing/prepare';
import { findFaultsInThemes } from '../faults.ts';
import { CUT_OFF, expect, newAddress, NIGHTLY } from '../fixtures.ts';
import { cachedRecords } from '../cachedRecords.ts';
import { OptionPage } from '../page-models/OptionPage.ts';
import { TransferPage } from '../page-models/TransferPage.ts';
import { createRisingMarket } from '../risingMarket.ts';
import { tabTo } from '../tabTo.ts';
import { textsOf } from '../texts.ts';
import { test as base } from '../throughLine.ts';

const test = base.extend({
  settings: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it depends on from the pattern
    async ({}, use) => {
      const market = await createRisingMarket();
      await use(market.settings);
      await market.remove();
    },
    { scope: 'worker' },
  ],
});

const LONGEST = { name: 'Español', tag: 'es', folder: 'esp' } as const;
const UNREACHABLE = 'The server could not be reached. Check your connection and try again.';

test('an option from purchase to result, in the language with the longest texts and in both themes', async ({
  page,
  exchange,
  auth,
  menu,
  expectedErrors,
}) => {
  const option = new OptionPage(page, LONGEST.folder);
  const transfer = new TransferPage(page, LONGEST.folder);
  const faults: string[] = [];
  const look = async (station: string) => faults.push(...(await findFaultsInThemes(page, station)));
  const mail = newAddress();
  await prepareWithdrawer(exchange.url, mail);
  await menu.followDevice();
  await menu.chooseLanguage(LONGEST.name, LONGEST.tag);
  await auth.enter(mail);

  await transfer.open();
  await transfer.fill({ to: 'option', amount: '1234' });
  await look('transfer');
  await transfer.send();

  await option.open();
  await fillByKeyboard(option);
  await look('ticket');
  await tabTo(page, option.button('up'));
  await page.keyboard.press('Enter');
  await expect(option.cards).toHaveCount(1);
  await expect(option.countdowns).toHaveText(/^00:[0-3]\d$/);
  await look('running');
  await option.openFirst(option.cards);
  await look('what runs');
  await option.closeSheet();

  await expect(option.wins).toHaveCount(1);
  await look('result');
  await option.openFirst(option.cards);
  const right = textsOf(LONGEST.folder)('log.verdict.passed');
  const proven = Array.from({ length: 14 }, () => right);
  expect(await option.verify()).toEqual(proven);
  await look('verified');
  await option.closeSheet();

  const askedAtMs = Date.now();
  const isCached = (records: Awaited<ReturnType<typeof cachedRecords>>) =>
    records.some(({ name, savedAtMs }) => /^microtrade\/lists.*"isOver",true/.test(name) && savedAtMs > askedAtMs);
  await option.openHistory();
  await expect(option.history).toHaveCount(1);
  await look('history');

  await expect.poll(async () => isCached(await cachedRecords(page))).toBe(true);
  // The app restarts and receives nothing from the exchange: only the cached data is available.
  expectedErrors.push(...CUT_OFF);
  await page.route('**/api/**', (route) => route.abort());
  await page.routeWebSocket('**/socket.io/**', (socket) => socket.close());
  await page.reload();
  await option.openFirst(option.history);
  expect(await option.verify()).toEqual(proven);
  await look('verified without the exchange');
  expect(faults).toEqual([]);
});

// live.spec.ts covers lost connections, and the server's tests cover that two presses make one option.
test(
  'an option bought in one of two tabs runs and ends in both, once per press, over a lost connection',
  NIGHTLY,
  async ({ page, context, exchange, api, auth, menu, line }) => {
    const mail = newAddress();
    const token = await prepareOptionBuyer(exchange.url, mail);
    await menu.followDevice();
    await auth.enter(mail);
    const here = new OptionPage(page);
    const there = new OptionPage(await context.newPage());
    const tabs = [here, there];
    for (const tab of tabs) await tab.open();

    await here.fill('10');
    await here.button('up').dblclick();
    for (const tab of tabs) await expect(tab.countdowns).toHaveCount(1);
    expect(await api.options(token)).toHaveLength(1);

    for (const tab of tabs) await tab.fill('20');
    await Promise.all(tabs.map((tab) => tab.button('up').click()));
    for (const tab of tabs) await expect(tab.cards).toHaveCount(3);

    line.cut();
    for (const tab of tabs) {
      await expect(tab.reason).toHaveText(UNREACHABLE);
      for (const direction of ['up', 'down', 'even'] as const) await expect(tab.button(direction)).toBeDisabled();
      await expect(tab.page.getByText(/^As of /)).toHaveCount(1);
      await expect(tab.waiting.first()).toBeVisible();
    }
    expect(await findFaultsInThemes(page, 'cut')).toEqual([]);
    await expect
      .poll(async () => (await api.options(token)).map(({ result }) => result))
      .toEqual(['win', 'win', 'win']);
    line.restore();
    for (const tab of tabs) {
      await expect(tab.wins).toHaveCount(3);
      await expect(tab.button('up')).toBeEnabled();
    }
  },
);

/** From the start of the page to a filled ticket, without a tap. */
async function fillByKeyboard({ page, times, stake }: OptionPage): Promise<void> {
  await page.reload();
  await times.first().waitFor();
  await tabTo(page, times.first());
  // One step on and back again: none is chosen until then.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(times.first()).toBeChecked();
  await tabTo(page, stake);
  await page.keyboard.type('10');
}
