// Tests the user's own results: what a purchase and its sale cost is the same figure in calendar and table, and in the
// entry that it opens.
import { resultOf } from '@halyard/contract/testing/api';
import { expect, test } from '../fixtures.ts';
import { logInWithFunds } from '../logInWithFunds.ts';
import { withinOneDay } from '../oneDay.ts';

test('a loss is in calendar and table, and opens the entry that it is made of', async ({ page, api, auth, trade }) => {
  await withinOneDay(3);
  const token = await logInWithFunds({ api, auth });
  await trade.open();
  // Less than the house's best price gives, so that there is one fill of each.
  await trade.place({ side: 'Buy', type: 'Market', amount: '0.02' });
  const bought = (await api.owned(token, 'BTC')) ?? '';
  await trade.place({ side: 'Sell', type: 'Market', amount: bought });
  expect(await api.owned(token, 'BTC')).toBe('0');
  const loss = resultOf(await api.fills(token));
  expect(loss).toMatch(/^-\d+\.\d\d$/);

  await page.goto('#/pages/assets/results');
  const day = page.getByRole('group', { name: 'Calendar' }).getByRole('button');
  await expect(day).toHaveCount(1);
  await expect(day).toHaveAccessibleName(new RegExp(`: ${loss} USDT$`));
  await page.getByRole('radio', { name: 'Table' }).check();
  const row = page.getByRole('table', { name: 'Table' }).getByRole('row').nth(1);
  await expect(row).toContainText(loss);
  await row.getByRole('button').click();
  const entries = page.getByRole('dialog', { name: 'Realized PnL' }).getByRole('listitem');
  await expect(entries).toHaveText([new RegExp(`^Trade.*${loss}-${bought} BTC$`)]);
});
