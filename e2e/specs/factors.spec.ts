// Tests two-step login on the smallest phone, in Spanish and both themes: it is turned on with the key that is shown,
// its recovery codes are shown once, either of them logs in after the password, a known device is asked for the app
// before a withdrawal, and it is turned off.
import { PASSWORD } from '@halyard/contract/testing/api';
import { FUND_PASSWORD, prepareWithdrawer } from '@halyard/contract/testing/prepare';
import { USDT_ON_TRON } from '../addresses.ts';
import { findFaultsInThemes } from '../faults.ts';
import { expect, newAddress, test } from '../fixtures.ts';
import { AuthPages } from '../page-models/AuthPages.ts';
import { FactorsPage } from '../page-models/FactorsPage.ts';
import { fillNumber } from '../page-models/fillNumber.ts';
import { MenuPage } from '../page-models/MenuPage.ts';
import { answerStepUp, stepUpSheet } from '../page-models/stepUp.ts';
import { tabTo } from '../tabTo.ts';
import { errorsOf, looksLike } from '../texts.ts';

const SPANISH = { name: 'Español', tag: 'es', folder: 'esp' } as const;

test('two-step login is turned on, asks at the login and before money leaves, and is turned off', async ({
  page,
  browser,
  exchange,
  api,
  auth,
  menu,
}) => {
  const factors = new FactorsPage(page, SPANISH.folder);
  const { text } = factors;
  const language = SPANISH.folder;
  const errors = errorsOf(language);
  const faults: string[] = [];
  const look = async (station: string, at = page) => faults.push(...(await findFaultsInThemes(at, station)));
  const mail = newAddress();
  await prepareWithdrawer(exchange.url, mail);
  await menu.followDevice();
  await menu.chooseLanguage(SPANISH.name, SPANISH.tag);
  await auth.enter(mail);
  // Another device that logged in with the password alone.
  const other = await (await browser.newContext()).newPage();
  const menuThere = new MenuPage(other);
  await menuThere.followDevice();
  await menuThere.chooseLanguage(SPANISH.name, SPANISH.tag);
  await new AuthPages(other, api).enter(mail);
  const there = new FactorsPage(other, language);

  await factors.open();
  await factors.button('factors.off.action').waitFor();
  await look('off');
  await factors.button('factors.off.action').click();
  const sheet = stepUpSheet(page, language);
  await expect(sheet.getByRole('textbox', { name: text('stepUp.password') })).toBeFocused();
  await look('proof');
  await answerStepUp(page, { language });
  await factors.takeKey();
  await look('set-up');
  await tabTo(page, factors.field('factors.setUp.code'));
  await page.keyboard.type('12 34 56');
  await expect(factors.field('factors.setUp.code')).toHaveValue('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText(errors('SECOND_FACTOR_WRONG'));
  await expect(factors.field('factors.setUp.code')).toBeFocused();
  await look('wrong-code');
  await factors.field('factors.setUp.code').fill(factors.code());
  await page.keyboard.press('Enter');
  const recovery = await factors.recoveryCodes();
  expect(new Set(recovery).size).toBe(10);
  await look('recovery-codes');
  await expect(factors.button('factors.codes.done')).toBeDisabled();
  await page.getByRole('checkbox').check();
  await factors.button('factors.codes.done').click();
  await expect(page.getByRole('main')).toContainText(text('factors.on.app'));
  await expect(page.getByText(recovery[0] ?? '')).toHaveCount(0);
  await look('on');

  await auth.logOut(language);
  await begin();
  const code = factors.field('auth.second.code');
  await expect(code).toBeFocused();
  // Methods that the account does not have are not offered.
  await expect(factors.button('auth.second.usePasskey')).toHaveCount(0);
  await look('second-step');
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText(errors('SECOND_FACTOR_WRONG'))).toBeVisible();
  await look('second-step-wrong');
  await code.fill(factors.code());
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/pages\/index\/index$/);

  await auth.logOut(language);
  await begin();
  await factors.button('auth.second.useRecovery').click();
  await expect(factors.field('auth.second.recovery')).toBeFocused();
  await page.keyboard.type(recovery[3] ?? '');
  await look('second-step-recovery');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/pages\/index\/index$/);
  await factors.open();
  await expect(page.getByRole('main')).toContainText(text('factors.on.left'));
  await expect(page.locator('dd').filter({ hasText: /^9$/ })).toHaveCount(1);

  // The password and a code by mail do not withdraw money on the known device.
  await other.goto('#/pages/assets/withdraw/index');
  await fillNumber(there.field('withdraw.amount'), '100');
  await other.getByRole('button', { name: looksLike(text('withdraw.actionAmount')) }).click();
  await there.field('withdraw.confirm.password').fill(FUND_PASSWORD);
  await there.button('withdraw.confirm.next').click();
  await expect(stepUpSheet(other, language).getByRole('textbox', { name: text('stepUp.password') })).toBeFocused();
  await look('withdrawal-proof', other);
  await answerStepUp(other, { language, totp: factors.code() });
  await expect(other.getByRole('heading', { name: text('withdraw.detailTitle') })).toBeVisible();

  // A code of the app replaces a code by mail, which is not requested.
  await other.goto('#/pages/user/address/create');
  await there.field('addresses.address').fill(USDT_ON_TRON);
  await there.field('addresses.fundPassword').fill(FUND_PASSWORD);
  await expect(there.button('auth.code.send')).toHaveCount(0);
  await look('new-address', other);

  await other.goto('#/pages/settings/security/twoStepLogin');
  await there.button('factors.on.remove').click();
  await look('turning-off', other);
  await other
    .getByRole('dialog')
    .getByRole('button', { name: text('factors.on.remove'), exact: true })
    .click();
  await there.button('factors.off.action').waitFor();
  await auth.logOut(language);
  await auth.enter(mail);
  await other.context().close();
  expect(faults).toEqual([]);

  /** Types the address and the password, as far as the second step. */
  async function begin(): Promise<void> {
    await page.goto('#/pages/user/login/login');
    await page.locator('input[name="username"]').fill(mail);
    await page.locator('input[name="password"]').fill(PASSWORD);
    await page.locator('button[type="submit"]').click();
  }
});
