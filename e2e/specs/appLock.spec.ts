// Tests the app lock on a small phone in Spanish: turned on, covered out of sight, locked after its time, opened by its
// PIN alone, and the same after a reload and without a connection.
import { findFaultsInThemes } from '../faults.ts';
import { CUT_OFF, expect, newAddress, test } from '../fixtures.ts';
import { AppLockPages } from '../page-models/AppLockPages.ts';

const PIN = '27182';

test('a locked app shows nothing without the PIN', async ({ page, api, auth, context, menu, expectedErrors }) => {
  expectedErrors.push(...CUT_OFF);
  const address = newAddress();
  await api.register(address);
  await page.clock.install();
  await menu.followDevice();
  await menu.chooseLanguage('Español', 'es');
  await auth.enter(address);
  const lock = new AppLockPages(page, 'esp');
  await lock.open();
  const faults = await findFaultsInThemes(page, 'new-app-lock');
  await lock.turnOn(PIN);
  faults.push(...(await findFaultsInThemes(page, 'app-lock')));
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).not.toContain(PIN);

  await page.goto('#/pages/settings/index');
  await page.locator('main dl').waitFor();
  // Far less than the five minutes after which it locks, since a busy machine adds its own.
  await lock.turn('hidden');
  await page.clock.fastForward('00:30');
  await lock.turn('visible');
  await expect(lock.cover()).toHaveCount(0);
  await expect(page.locator('main dl')).toBeVisible();

  await lock.turn('hidden');
  await expect(lock.cover()).toBeVisible();
  faults.push(...(await findFaultsInThemes(page, 'covered')));
  await page.clock.fastForward('05:00');
  await lock.turn('visible');
  await expect(lock.locked()).toBeVisible();
  await expect(page.getByText(address)).toHaveCount(0);
  await expect(page.locator('nav, a, dl')).toHaveCount(0);
  faults.push(...(await findFaultsInThemes(page, 'locked')));

  await context.setOffline(true);
  await lock.enter('31415');
  await expect(lock.wrong()).toBeVisible();
  faults.push(...(await findFaultsInThemes(page, 'wrong-pin')));
  await lock.enter(PIN);
  await expect(page.getByText(address)).toBeVisible();
  await context.setOffline(false);

  await lock.open();
  await lock.lockNowButton().click();
  await expect(lock.locked()).toBeVisible();
  await page.reload();
  await expect(lock.locked()).toBeVisible();
  await page.goto('#/pages/assets/index');
  await expect(page.locator('nav, a')).toHaveCount(0);
  await lock.enter(PIN);
  await expect(page).toHaveURL(/#\/pages\/assets\/index$/);
  await expect(page.locator('nav').first()).toBeVisible();
  expect(faults).toEqual([]);
});
