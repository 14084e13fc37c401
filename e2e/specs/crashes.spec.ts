// Tests that a money mutation has one effect at any crash of the page that sends it, and that the reopened app shows
// the outcome.
import type { BrowserContext, Page } from '@playwright/test';
import { FUND_PASSWORD, prepareWithdrawer } from '@halyard/contract/testing/prepare';
import { CRASHES, sendAndCrash } from '../crashes.ts';
import { expect, newAddress, NIGHTLY, test } from '../fixtures.ts';
import { logInWithFunds } from '../logInWithFunds.ts';
import { DepositPage } from '../page-models/DepositPage.ts';
import { TradePage } from '../page-models/TradePage.ts';
import { TransferPage } from '../page-models/TransferPage.ts';
import { WithdrawPage } from '../page-models/WithdrawPage.ts';

// Every night: it repeats what the others do.
// The transfer below covers it.
test(
  'an order whose page crashes is placed once, and the reopened app shows the outcome',
  NIGHTLY,
  async ({ page, context, api, auth, trade }) => {
    const token = await logInWithFunds({ api, auth });
    await trade.open();
    await trade.confirmNoMore();
    await page.close();
    const press = async (dying: Page) => {
      const tab = new TradePage(dying);
      await tab.open();
      // Below the market, so that it waits, and not so far that it needs a confirmation.
      const price = await api.priceNear('BTC', '0.97');
      await tab.fillTicket({ side: 'Buy', type: 'Limit', price, amount: '0.01' });
      await tab.button('Buy').click();
    };
    for (const [index, crash] of CRASHES.entries()) {
      await sendAndCrash(context, crash, { url: '**/api/coin/trade', press });
      await expectNotified(context, 'Order (BTC/USDT): completed.');
      expect(await api.orders(token)).toHaveLength(index + 1);
    }
  },
);

test('a transfer whose page crashes is done once, and the reopened app shows the outcome, in two tabs too', async ({
  page,
  context,
  api,
  auth,
}) => {
  const token = await logInWithFunds({ api, auth });
  await page.close();
  const press = async (dying: Page) => {
    const form = new TransferPage(dying);
    await form.open();
    await form.fill({ to: 'futures', amount: '5' });
    await form.press();
  };
  const transfer = { url: '**/api/wallet/change', press };
  const outcome = 'Transfer (5.00 USDT): completed.';
  for (const [index, crash] of CRASHES.entries()) {
    await sendAndCrash(context, crash, transfer);
    await expectNotified(context, outcome);
    expect(await api.owned(token, 'USDT')).toBe(String(10_000 - 5 * (index + 1)));
  }
  await sendAndCrash(context, 'sent', transfer);
  await expectNotified(context, outcome, 2);
  expect(await api.owned(token, 'USDT')).toBe('9980');
});

// The transfer above covers it.
test(
  'a withdrawal and a deposit whose pages crash are made once, and the reopened app shows the outcome',
  NIGHTLY,
  async ({ page, context, exchange, api, auth }) => {
    const mail = newAddress();
    const token = await prepareWithdrawer(exchange.url, mail);
    await auth.enter(mail);
    await auth.prove(mail);
    await page.close();
    const withdrawal = {
      url: '**/api/wallet/out',
      press: async (dying: Page) => {
        const form = new WithdrawPage(dying);
        await form.open();
        await form.fill('20');
        await form.confirm(FUND_PASSWORD);
      },
    };
    const deposit = {
      url: '**/api/wallet/charge_req',
      press: async (dying: Page) => {
        const form = new DepositPage(dying);
        await form.open();
        await form.choose('USDT', 'TRC20');
        await form.pay();
        await form.fill('1000');
        await form.submit.click();
      },
    };
    for (const [index, crash] of CRASHES.entries()) {
      await sendAndCrash(context, crash, withdrawal);
      await expectNotified(context, 'Withdrawal request (20.00 USDT): completed.');
      expect(await api.withdrawals(token)).toHaveLength(index + 1);
      await sendAndCrash(context, crash, deposit);
      await expectNotified(context, 'Deposit (1,000.00 USDT): completed.');
      expect(await api.deposits(token)).toHaveLength(index + 1);
    }
  },
);

/** Opens the app again, in so many tabs at once, of which one shows `text`; closes them then. */
async function expectNotified(context: BrowserContext, text: string, tabs = 1): Promise<void> {
  const pages = await Promise.all(Array.from({ length: tabs }, () => context.newPage()));
  await Promise.all(pages.map((page) => page.goto('#/pages/index/index')));
  const counts = () => Promise.all(pages.map((page) => page.getByText(text).count()));
  await expect.poll(async () => (await counts()).reduce((sum, count) => sum + count, 0)).toBe(1);
  await Promise.all(pages.map((page) => page.close()));
}
