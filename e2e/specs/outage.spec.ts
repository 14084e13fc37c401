// Proves what a trader sees while the exchange is gone: that it is said, that no order can be sent, and that all is
// well again by itself.
import { CUT_OFF, expect, test } from '../fixtures.ts';
import { logInWithFunds } from '../logInWithFunds.ts';

// Beside the button that is off for it.
const OFF = 'The server could not be reached. Check your connection and try again.';

test('a killed exchange turns trading off, and its return turns it on again', async ({
  page,
  exchange,
  api,
  auth,
  trade,
  expectedErrors,
}) => {
  test.setTimeout(480_000);
  expectedErrors.push(...CUT_OFF);
  const token = await logInWithFunds({ api, auth });
  await trade.open();
  await expect(trade.button('Buy')).toBeEnabled();

  await exchange.kill();
  await expect(page.getByText(OFF)).toBeVisible();
  await expect(trade.button('Buy')).toBeDisabled();
  await expect(page.getByText('The exchange cannot be reached. Trying again.')).toBeVisible();

  await exchange.start();
  await expect(page.getByText(OFF)).toBeHidden({ timeout: 60_000 });
  await expect(page.getByText('The exchange cannot be reached. Trying again.')).toBeHidden();
  await expect(trade.button('Buy')).toBeEnabled();
  await trade.place({ side: 'Buy', type: 'Market', amount: '0.01' });
  await trade.ordersTab(/^Fills/).click();
  await expect(trade.rows.first()).toContainText('0.01');
  const orders = await api.orders(token);
  expect(orders).toHaveLength(1);
});
