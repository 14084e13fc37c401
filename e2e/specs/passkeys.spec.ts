// Tests a passkey on the smallest phone, in Spanish and both themes, with the authenticator of a real browser: it is
// added, logs in without a password, is renamed and removed, and then no longer logs in. Cancelling shows no error.
import { findFaultsInThemes } from '../faults.ts';
import { expect, newAddress, test } from '../fixtures.ts';
import { PasskeysPage } from '../page-models/PasskeysPage.ts';
import { answerStepUp, stepUpSheet } from '../page-models/stepUp.ts';
import { errorsOf } from '../texts.ts';

const SPANISH = { name: 'Español', tag: 'es', folder: 'esp' } as const;

test('a passkey is added, logs in without a password, and is removed', async ({ page, api, auth, menu }) => {
  const passkeys = new PasskeysPage(page, SPANISH.folder);
  const { text } = passkeys;
  const faults: string[] = [];
  const look = async (station: string) => faults.push(...(await findFaultsInThemes(page, station)));
  const mail = newAddress();
  await api.register(mail);
  await menu.followDevice();
  await menu.chooseLanguage(SPANISH.name, SPANISH.tag);
  await auth.enter(mail);
  await passkeys.plugIn();

  await passkeys.open();
  await expect(page.getByText(text('passkeys.none'))).toBeVisible();
  await look('none');
  await passkeys.begin('Pixel de Ana');
  await look('adding');
  // Adding one needs a step-up first. The device does not recognise the finger: nothing is created, and no error is
  // shown.
  await passkeys.recognise(false);
  await passkeys.confirm('add.action');
  await stepUpSheet(page, SPANISH.folder).getByRole('textbox').first().waitFor();
  await look('proof');
  await answerStepUp(page, { language: SPANISH.folder });
  await expect(passkeys.sheet.getByRole('status')).toHaveText(text('passkeys.add.cancelled'));
  await expect(passkeys.sheet.getByRole('alert')).toHaveCount(0);
  await look('cancelled');
  await passkeys.recognise(true);
  await passkeys.confirm('add.action');
  await expect(passkeys.rows).toHaveCount(1);
  await expect(passkeys.rows).toContainText('Pixel de Ana');
  await expect(passkeys.rows).toContainText(text('passkeys.unused'));
  await look('one');

  // Logged out, and in again without a password.
  await auth.logOut(SPANISH.folder);
  await page.goto('#/pages/user/login/login?backpage=%2Fpages%2Fsettings%2Fsecurity%2Fpasskeys&backtype=1');
  await expect(passkeys.entrance).toBeVisible();
  await look('entrance');
  await passkeys.entrance.click();
  await expect(passkeys.rows).toHaveCount(1);
  await expect(passkeys.rows).not.toContainText(text('passkeys.unused'));
  expect(await auth.storedToken()).toMatch(/^[0-9a-f]{64}$/);

  await passkeys.ask('rename.one');
  await passkeys.sheet.getByRole('textbox').fill('Móvil de Ana');
  await look('renaming');
  await passkeys.confirm('rename.save');
  await expect(passkeys.rows).toContainText('Móvil de Ana');
  await passkeys.ask('remove.one');
  await look('removing');
  await passkeys.confirm('remove.action');
  await expect(passkeys.rows).toHaveCount(0);

  // The device still has it, and it no longer logs in.
  await auth.logOut(SPANISH.folder);
  await page.goto('#/pages/user/login/login');
  await passkeys.entrance.click();
  await expect(page.getByRole('alert').filter({ hasText: errorsOf(SPANISH.folder)('PASSKEY_REFUSED') })).toBeVisible();
  expect(await auth.storedToken()).toBeUndefined();
  await look('refused');
  expect(faults).toEqual([]);
});
