// Proves that the longest and the most different of the languages fit on phones of every usual width. The pictures are for looking at, where somebody does.
import { findOverflow } from '../overflow.ts';
import { expect, test } from '../fixtures.ts';
import { showToAll } from '../onlookers.ts';
import { settle } from '../screens.ts';

const LANGUAGES = [
  { code: 'en', name: 'English', tag: 'en' },
  { code: 'vnm', name: 'Tiếng Việt', tag: 'vi' },
  { code: 'jp', name: '日本語', tag: 'ja' },
  { code: 'esp', name: 'Español', tag: 'es' },
] as const;
const WIDTHS = [320, 360, 430] as const;
const HEIGHT = 740;
const isLookedAt = process.env['CI'] === undefined;

for (const { code, name, tag } of LANGUAGES) {
  test(`every screen fits in the language ${code} at 320, 360 and 430 points`, async ({
    page,
    exchange,
    auth,
    menu,
  }, testInfo) => {
    test.setTimeout(720_000);
    await menu.chooseLanguage(name, tag);

    const faults: string[] = [];
    await showToAll({ page, exchange, auth }, async (screen, who) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        await settle(page);
        const found = await findOverflow(page);
        faults.push(...found.map((fault) => `${screen.name}, ${who}, at ${width}: ${fault}`));
        const path = testInfo.outputPath(`${screen.name}-${who}-${code}-${width}.png`);
        if (isLookedAt) await page.screenshot({ path });
      }
    });
    expect(faults).toEqual([]);
  });

  test(`the tape beside the ticket fits in the language ${code} at 320, 360 and 430 points`, async ({ page, menu }) => {
    await menu.chooseLanguage(name, tag);
    await page.goto('#/pages/trade/index');
    await page.locator('main form').waitFor();
    await page.locator('main [role="tab"]').nth(1).tap();
    await page.locator('main [role="tabpanel"] li time').first().waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await settle(page);
      expect(await findOverflow(page)).toEqual([]);
    }
  });
}

test('the search for what does not fit finds words that are too long for their button', async ({ page, home }) => {
  await home.open();
  await settle(page);
  expect(await findOverflow(page)).toEqual([]);
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.style.cssText = 'inline-size: 60px; overflow: hidden; white-space: nowrap';
    button.textContent = 'Wiederherstellungsschlüssel';
    document.querySelector('main')?.append(button);
  });
  expect(await findOverflow(page)).toEqual(
    expect.arrayContaining([
      '«Wiederherstellungsschlüssel» leaves its frame',
      '«Wiederherstellungsschlüssel» is cut off',
    ]),
  );
});
