// Tests converts through the screen of a phone, against the real exchange: a quote that ran out converts nothing, its
// successor is executed exactly, and a recurring buy is started, paused and ended.
import { expect, test } from '../fixtures.ts';
import { logInWithFunds } from '../logInWithFunds.ts';
import { ConvertPage } from '../page-models/ConvertPage.ts';
import { fillNumber } from '../page-models/fillNumber.ts';

test('a quote that ran out is renewed, and balances and history have exactly what was accepted', async ({
  page,
  api,
  auth,
  records,
}) => {
  const token = await logInWithFunds({ api, auth });
  const convert = new ConvertPage(page);
  await convert.open('USDT', 'BTC');
  await convert.requestQuote('1000');
  await expect(convert.validity).toHaveText(/^Valid for \d+ s$/);
  await expect(convert.validity).toHaveText('The quote has expired.');
  await expect(convert.accept).toHaveCount(0);
  expect(await api.owned(token, 'USDT')).toBe('10000');

  await convert.renewQuote();
  const quoted = await convert.quotedAmount('BTC');
  await convert.accept.click();
  await expect(convert.result).toContainText(/Paid\s*1,000\.00/);
  expect(await convert.receivedAmount('BTC')).toBe(quoted);
  expect([await api.owned(token, 'USDT'), await api.owned(token, 'BTC')]).toEqual(['9000', quoted]);

  await convert.result.getByRole('link', { name: 'Records' }).click();
  const converts = records.entries.filter({ hasText: 'Convert' });
  await expect(converts).toHaveCount(2);
  await expect(converts.filter({ hasText: `+${quoted}` })).toHaveCount(1);
  await expect(converts.filter({ hasText: '-1,000.00' })).toHaveCount(1);
});

test('a recurring buy is started by its terms, paused and ended, and buys nothing meanwhile', async ({
  page,
  api,
  auth,
}) => {
  const token = await logInWithFunds({ api, auth });
  await page.goto('#/pages/convert/newPlan?to=BTC');
  await fillNumber(page.getByRole('textbox', { name: 'Amount each time' }), '100');
  await page.getByRole('radio', { name: 'Monthly' }).check();
  const terms = page.getByRole('region', { name: 'Before you start' });
  await expect(terms).toContainText('100.00');
  await expect(terms).toContainText('Monthly on day 1 at');
  await page.getByRole('button', { name: 'Start recurring buy' }).click();

  const plan = page.getByRole('main').getByRole('article');
  await expect(plan).toContainText('Active');
  await plan.getByRole('button', { name: 'Pause' }).click();
  await expect(plan).toContainText('Paused');
  await page.reload();
  await expect(plan).toContainText('Paused');
  await expect(plan).not.toContainText('Next purchase');

  await plan.getByRole('button', { name: 'End' }).click();
  const question = page.getByRole('dialog', { name: 'End this recurring buy?' });
  await question.getByRole('button', { name: 'End', exact: true }).click();
  await expect(question).toBeHidden();
  await page.goto('#/pages/convert/plans');
  const ended = page.getByRole('region', { name: 'Ended' }).getByRole('article');
  await expect(ended).toContainText('100.00');
  await expect(ended.getByRole('button')).toHaveCount(0);
  expect(await api.owned(token, 'USDT')).toBe('10000');
});
