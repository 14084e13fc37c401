// Tests the pages that open without a network: the app in the language it was used in, notices and help that were
// prefetched, with their age; and that a file shared by another app arrives. The real worker and a network that is
// really cut.
import type { Locator, Page } from '@playwright/test';
import { CUT_OFF, expect, newAddress, NIGHTLY, test } from '../fixtures.ts';
import { workerIsThere } from '../deployments.ts';
import { ChatPage } from '../page-models/ChatPage.ts';
import { picture } from '../page-models/pictures.ts';

type SharedFile = Awaited<ReturnType<typeof picture>>;

test.describe('the second visit without a network', () => {
  test('opens home, and notices and help that were only prefetched, with the time of fetching', async ({
    page,
    context,
    home,
    reading,
    expectedErrors,
  }) => {
    expectedErrors.push(...CUT_OFF);
    await home.open();
    await workerIsThere(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('news-fetched-ahead'))).not.toBeNull();
    await context.setOffline(true);
    await page.reload();
    await expect(home.tab('Trade')).toBeVisible();
    await expect(page.getByText(/^You are offline\./)).toBeVisible();
    await reading.openNotices();
    const notice = page.getByRole('main').getByRole('listitem').first();
    await expect(notice).toBeVisible();
    await expect(page.getByText(/^As of /)).toBeVisible();
    await notice.getByRole('link').click();
    await expect(page.getByRole('article')).toBeVisible();
    await page.goto('#/pages/help-center/center');
    await page.getByRole('heading', { name: 'Help', exact: true }).waitFor();
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await expect(page.getByRole('article')).toBeVisible();
  });

  // The test above covers it, in another language.
  test('uses the language of the last visit', NIGHTLY, async ({ page, context, home, menu, expectedErrors }) => {
    expectedErrors.push(...CUT_OFF);
    await home.open();
    await menu.chooseLanguage('ไทย', 'th');
    await page.reload();
    await workerIsThere(page);
    await expect
      .poll(() => page.evaluate(async () => (await (await caches.open('halyard-assets')).keys()).length))
      .toBeGreaterThan(20);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('link', { name: 'หน้าแรก' })).toBeVisible();
  });
});

/**
 * Passes a file to the app as the system does by the manifest's `share_target`, and answers the sheet that asks for its
 * destination.
 */
async function share(page: Page, file: SharedFile): Promise<Locator> {
  await page.evaluate(() => {
    const form = document.createElement('form');
    Object.assign(form, { id: 'share', action: '/h5/share', method: 'post', enctype: 'multipart/form-data' });
    form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'file' }));
    document.body.append(form);
  });
  await page.locator('#share input').setInputFiles(file);
  await page.evaluate(() => document.querySelector<HTMLFormElement>('#share')?.submit());
  return page.getByRole('dialog', { name: 'Shared file' });
}

const isCached = (page: Page) => page.evaluate(() => caches.has('halyard-shared'));

test.describe('a picture that another app shares', () => {
  test.beforeEach(async ({ page, api, auth }) => {
    const address = newAddress();
    await api.register(address);
    await auth.enter(address);
    await workerIsThere(page);
  });

  // The picture below covers it.
  test('becomes the proof of a deposit', NIGHTLY, async ({ page, home }) => {
    const sheet = await share(page, await picture(page, 'receipt.png'));
    await sheet.getByRole('button', { name: /Proof of a deposit/ }).click();
    await page.getByRole('link', { name: 'Enter payment details' }).click();
    await expect(page.getByText('receipt.png').or(page.getByRole('button', { name: 'Enlarge' }))).toBeVisible();
    await home.open();
    expect(await isCached(page)).toBe(false);
  });

  // The tests of the worker cover shared files.
  test('becomes the picture of a message to support', NIGHTLY, async ({ page }) => {
    const chat = new ChatPage(page);
    const sheet = await share(page, await picture(page, 'receipt.png'));
    await sheet.getByRole('button', { name: /Support chat/ }).click();
    await page.getByRole('button', { name: 'Remove the picture' }).waitFor();
    await chat.send('What I paid');
    await expect(chat.messages).toHaveCount(1);
    await expect(chat.messages.getByRole('img')).toBeVisible();
    expect(await isCached(page)).toBe(false);
  });
});
