// Tests an invitation on the smallest phone, in the language with the longest texts, in both themes: its code survives
// leaving the app until a new user registers with it, and the inviter gets it, its link and its poster, or a message
// why not.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { setDeviceClockOff } from '../deviceClock.ts';
import { findFaultsInThemes } from '../faults.ts';
import { CUT_OFF, expect, newAddress, test } from '../fixtures.ts';
import { AuthPages } from '../page-models/AuthPages.ts';
import { ReferralPage } from '../page-models/ReferralPage.ts';
import { errorsOf, textsOf } from '../texts.ts';

const LONGEST = { name: 'Español', tag: 'es', folder: 'esp' } as const;
const BEHIND_MS = -10 * 60_000;

test('a user from a link registers with its code, and the inviter sees it', async ({
  page,
  context,
  api,
  menu,
  expectedErrors,
}) => {
  const auth = new AuthPages(page, api, LONGEST.folder);
  const referral = new ReferralPage(page, LONGEST.folder);
  const text = textsOf(LONGEST.folder);
  const error = errorsOf(LONGEST.folder);
  const faults: string[] = [];
  const look = async (station: string) => faults.push(...(await findFaultsInThemes(page, station)));
  const inviter = newAddress();
  const token = await api.register(inviter);
  const read = () => api.invitation(token);
  const { invitationCode, link } = await read();
  const code = page.getByLabel(text('auth.register.invitation'));
  await setDeviceClockOff(page, BEHIND_MS);
  await menu.followDevice();
  await menu.chooseLanguage(LONGEST.name, LONGEST.tag);

  // As another document, since that is what a link opens.
  await page.goto('about:blank');
  await page.goto(link);
  await expect(code).toHaveValue(invitationCode);
  await look('came by the link');
  await page.goto('#/pages/index/index');
  await page.reload();
  await page.goto('#/pages/user/login/register');
  await expect(code).toHaveValue(invitationCode);
  expectedErrors.push(...CUT_OFF);
  await context.setOffline(true);
  await page.goto('#/pages/index/index');
  await expect(code).toBeHidden();
  await page.goto('#/pages/user/login/register');
  await expect(code).toHaveValue(invitationCode);
  await context.setOffline(false);
  await auth.register(newAddress());
  await page.waitForURL(/#\/pages\/index\/index$/);
  expect(await read()).toMatchObject({ friends: 1, generations: [1, 0, 0] });
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('invitation')))).toEqual([]);

  await auth.enter(inviter);
  await referral.open();
  await expect(page.getByText(invitationCode, { exact: true })).toBeVisible();
  await expect(page.getByText(link, { exact: true })).toBeVisible();
  await expect(referral.people).toHaveText('1');
  await look('referral');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await referral.copyLink.click();
  await page.getByText(text('forms.copy.done')).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  const saved = page.waitForEvent('download');
  await referral.poster.click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(`halyard-${invitationCode}.png`);
  expect(sizeOf(await readFile(await download.path()))).toEqual([720, 1080]);
  await page.getByText(text('referral.poster.saved')).waitFor();

  await expect(page.getByText(text('referral.rebates.empty'))).toBeVisible();
  await referral.show('friends');
  await expect(referral.friends).toHaveText([/^tr\*\*\*om/]);
  await look('friends');
  await referral.show('ranking');
  await expect(referral.ranked).toBeChecked();
  await look('ranking');
  await referral.ranked.click();
  await expect(referral.ranked).not.toBeChecked();
  await expect.poll(async () => (await read()).isRanked).toBe(false);
  await page.reload();
  await expect(referral.ranked).not.toBeChecked();

  await breakCopiesAndPictures(page);
  await referral.poster.click();
  await page.getByText(error('PICTURE_SAVE_FAILED')).first().waitFor();
  await referral.copyLink.click();
  await page.getByText(error('COPY_FAILED')).first().waitFor();
  // So that readers of the hint can do it.
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(link);
  expect(faults).toEqual([]);
});

/** A browser that allows no copying and draws no pictures. */
function breakCopiesAndPictures(page: Page): Promise<void> {
  return page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
    // oxlint-disable-next-line typescript/no-deprecated -- it is what the app falls back on
    document.execCommand = () => false;
    HTMLCanvasElement.prototype.toBlob = (take) => take(null);
  });
}

/** Width and height of a PNG. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
