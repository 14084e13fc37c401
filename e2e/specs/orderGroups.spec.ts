// Tests order groups through the screen of a phone, against the real exchange: an OCO as one row with one hold, a leg
// that is cancelled after a question, and an entry whose exits are there after its fill.
import type { Api } from '@halyard/contract/testing/api';
import type { AuthPages } from '../page-models/AuthPages.ts';
import { fillNumber } from '../page-models/fillNumber.ts';
import type { TradePage } from '../page-models/TradePage.ts';
import { expect, newAddress, test } from '../fixtures.ts';

test('an OCO is one row with one hold; one leg is cancelled after a question', async ({ page, api, auth, trade }) => {
  await enterAsTrader({ api, auth, trade });
  const above = await api.priceNear('BTC', '1.05');
  const below = await api.priceNear('BTC', '0.95');

  await trade.side('Sell').check();
  await trade.chooseType('OCO');
  await fillNumber(trade.field('Take profit'), above);
  await fillNumber(trade.field('Stop loss'), below);
  await fillNumber(trade.field('Amount'), '0.02');
  await trade.button('Sell').click();
  await expect(trade.confirmation).toContainText('Your funds are held only once for both orders.');
  await trade.confirm.click();
  await expect(trade.field('Amount')).toHaveValue('');

  await trade.ordersTab(/^Open/).click();
  await expect(trade.rows).toHaveCount(1);
  const group = trade.list.getByRole('button', { name: /OCO/ });
  await expect(group).toContainText('0.02 BTC');
  await expect(trade.ticket).toContainText('0.98 BTC');

  await group.click();
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  await trade.list
    .getByRole('button', { name: /^Cancel order \d/ })
    .first()
    .click();
  const question = page.getByRole('dialog', { name: 'Cancel only this order?' });
  await expect(question).toContainText('The other order stays open on its own.');
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await expect(trade.list.getByRole('button', { name: /OCO/ })).toHaveCount(0);
  await expect(trade.rows).toHaveCount(1);
  await expect(trade.rows.first()).toContainText('Stop-market');
  await expect(trade.ticket).toContainText('0.98 BTC');
});

test('an entry brings in its exits, which are cancelled together', async ({ page, api, auth, trade }) => {
  const token = await enterAsTrader({ api, auth, trade });

  await trade.fillTicket({ side: 'Buy', type: 'Market', amount: '0.02' });
  await trade.addExits();
  await fillNumber(trade.field('Take profit'), await api.priceNear('BTC', '1.05'));
  await fillNumber(trade.field('Stop loss'), await api.priceNear('BTC', '0.95'));
  await trade.confirmTicket('Buy');

  await trade.ordersTab(/^Open/).click();
  const group = trade.list.getByRole('button', { name: /OCO/ });
  await expect(group).toContainText(/Take profit at .*Stop loss at/);
  await trade.list.getByRole('button', { name: /^Cancel order group/ }).click();
  await expect(page.getByText('No open orders.')).toBeVisible();
  const orders = await api.orders(token);
  expect(orders.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'completed']);
});

async function enterAsTrader({ api, auth, trade }: { api: Api; auth: AuthPages; trade: TradePage }): Promise<string> {
  const address = newAddress();
  const token = await api.register(address);
  await api.fund(token, 'USDT', '10000');
  await api.fund(token, 'BTC', '1');
  await auth.enter(address);
  await trade.open();
  return token;
}
