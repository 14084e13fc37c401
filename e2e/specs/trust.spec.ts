// Tests an amount in a trust product on the smallest phone, in the language with the longest texts, in both themes, on
// a device whose clock is wrong: it follows the exchange's days and seconds all the same.
import { readFile } from 'node:fs/promises';
import { setDeviceClockOff } from '../deviceClock.ts';
import { findFaultsInThemes } from '../faults.ts';
import { CUT_OFF, expect, newAddress, test } from '../fixtures.ts';
import { withinOneDay } from '../oneDay.ts';
import { TrustPages } from '../page-models/TrustPages.ts';
import { textsOf } from '../texts.ts';

const LONGEST = { name: 'Español', tag: 'es', folder: 'esp' } as const;
const AHEAD_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

test('an amount is invested, earns by days, and is redeemed by a quote', async ({
  page,
  context,
  api,
  auth,
  menu,
  expectedErrors,
}) => {
  await withinOneDay(5);
  const trust = new TrustPages(page, LONGEST.folder);
  const text = textsOf(LONGEST.folder);
  const faults: string[] = [];
  const look = async (station: string) => faults.push(...(await findFaultsInThemes(page, station)));
  const mail = newAddress();
  await api.fund(await api.register(mail), 'USDT', '2000', 'trust');
  await setDeviceClockOff(page, AHEAD_MS);
  await menu.followDevice();
  await menu.chooseLanguage(LONGEST.name, LONGEST.tag);
  await auth.enter(mail);

  await trust.open();
  await look('products');
  await trust.openProduct(0);
  await look('product');
  await trust.fill('1000');
  await expect(trust.calculation).toContainText('0,70 USDT');
  await look('calculator');

  await trust.review();
  await expect(trust.payments.first()).toHaveText(`${dateIn(2)}0,10 USDT`);
  await expect(trust.payments.last()).toContainText('1000,00 USDT');
  await expect(trust.figure(trust.sheet, 'trust.rate.year')).toHaveText(/^3,65\s%$/);
  await expect(trust.figure(trust.sheet, 'trust.penalty.any')).toHaveText('0,15 USDT');
  await expect(trust.agreement).not.toBeChecked();
  await look('sheet');
  await trust.act('buy.action').click();
  await expect(trust.agreement).toHaveAccessibleDescription(/^No aceptaste/);
  await look('not agreed');
  await trust.agreement.check({ force: true });
  await trust.act('buy.action').click();
  await expect(trust.sheet).toBeHidden();

  await trust.openOrders();
  await expect(trust.orders).toHaveCount(1);
  const order = trust.orders.first();
  await expect(trust.figure(order, 'trust.orders.next')).toHaveText(`${dateIn(2)} · 0,10 USDT`);
  await expect(trust.figure(order, 'trust.orders.left')).toHaveText('7 días');
  await expect(order.getByRole('progressbar', { name: '0 de 7 días pagados' })).toBeVisible();
  await look('active');
  const saved = page.waitForEvent('download');
  await trust.calendarOf(order).click();
  const calendar = await readFile(await (await saved).path(), 'utf8');
  expect(calendar.match(/DTSTART:\d{8}T000000Z/g)).toHaveLength(7);
  expect(calendar.replaceAll('\r\n ', '')).toContain('devolución del capital: 1000 USDT');

  expectedErrors.push(...CUT_OFF);
  await context.setOffline(true);
  await expect(order).toContainText(/No tienes conexión/);
  await expect(trust.redeemOf(order)).toBeDisabled();
  await expect(trust.figure(order, 'trust.orders.of')).toHaveText('0,70 USDT');
  await look('offline');
  await context.setOffline(false);

  await trust.redeemOf(order).click();
  await expect(trust.refund).toHaveText('999,85 USDT');
  await expect(trust.sheet).toContainText(`Si esperas hasta el ${dateIn(8)}, recibes 0,85 USDT más.`);
  // By the device's own clock it would be over, or valid for ten minutes.
  await expect(trust.sheet).toContainText(/válida por [1-6]?\d segundos?\./);
  await look('quote');
  await trust.act('redeem.action').click();
  await expect(page.getByText(text('trust.orders.none.active'))).toBeVisible();
  await look('no active order');
  await trust.show('redeemed');
  await expect(trust.figure(trust.orders.first(), 'trust.penalty.word')).toHaveText('0,15 USDT');
  await look('redeemed');
  await trust.show('completed');
  await expect(page.getByText(text('trust.orders.none.completed'))).toBeVisible();

  await page.goto('#/pages/assets/tradeAccount?account=trust');
  await expect(page.getByText('1999,85').first()).toBeVisible();
  await trust.openRules();
  await expect(trust.figure(page.getByRole('main'), 'trust.penalty.word').first()).toHaveText('2,10 USDT');
  await look('rules');
  expect(faults).toEqual([]);
});

/** The date so many days after today's of the exchange, as it reads in Spanish. */
function dateIn(days: number): string {
  const date = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('es', date).format(Date.now() + days * DAY_MS);
}
