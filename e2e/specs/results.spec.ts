// Tests the user's own results: what a purchase and its sale cost is the same figure in calendar and table, and in the
// entries that it opens.
import { resultOf } from '@halyard/contract/testing/api';
import { expect, test } from '../fixtures.ts';
import { logInWithFunds } from '../logInWithFunds.ts';
import { withinOneDay } from '../oneDay.ts';

test('a loss is in calendar and table, and opens the entries that it is made of', async ({
  page,
  api,
  auth,
  trade,
}) => {
  await withinOneDay(3);
  const token = await logInWithFunds({ api, auth });
  await trade.open();
  await trade.place({ side: 'Buy', type: 'Market', amount: '0.02' });
  const bought = (await api.owned(token, 'BTC')) ?? '';
  await trade.place({ side: 'Sell', type: 'Market', amount: bought });
  expect(await api.owned(token, 'BTC')).toBe('0');
  const fills = await api.fills(token);
  const loss = resultOf(fills);
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
  // One for each level of the book that the sale met.
  const sales = fills.filter(({ side }) => side === 'sell').map(({ quantity }) => `-${quantity} BTC`);
  await expect(entries).toHaveCount(sales.length);
  const texts = await entries.allTextContents();
  for (const sale of sales)
    expect(texts.filter((text) => text.startsWith('Trade') && text.endsWith(sale))).toHaveLength(1);
});
