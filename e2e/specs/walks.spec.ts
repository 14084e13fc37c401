// Proves on every screen, as everybody who sees it, that axe finds nothing wrong and that everything fits on phones of
// every usual width: by two whole walks, and by one in each of the other languages every night. Whether all
// translations are short enough is checked without a browser, in scripts/checks/lengths.ts.
import type { Page } from '@playwright/test';
import { findBarriers } from '../barriers.ts';
import { expect, test } from '../fixtures.ts';
import { showToAll } from '../onlookers.ts';
import { findOverflow } from '../overflow.ts';
import { settle } from '../screens.ts';

const PIXEL = { width: 412, height: 839 };
const SMALL = { width: 360, height: 640 };
const NIGHTLY = { tag: '@nightly' };

const WALKS = [
  { language: 'English', tag: 'en', theme: 'Dark', phone: PIXEL, when: {} },
  { language: 'Español', tag: 'es', theme: 'Light', phone: SMALL, when: {} },
  { language: 'English', tag: 'en', theme: 'Light', phone: SMALL, when: NIGHTLY },
  { language: 'Español', tag: 'es', theme: 'Dark', phone: PIXEL, when: NIGHTLY },
  { language: 'Tiếng Việt', tag: 'vi', theme: 'Dark', phone: SMALL, when: NIGHTLY },
  { language: '日本語', tag: 'ja', theme: 'Light', phone: PIXEL, when: NIGHTLY },
  { language: '简体中文', tag: 'zh-Hans', theme: 'Dark', phone: SMALL, when: NIGHTLY },
  { language: '繁體中文', tag: 'zh-Hant-HK', theme: 'Light', phone: PIXEL, when: NIGHTLY },
  { language: '한국어', tag: 'ko', theme: 'Dark', phone: PIXEL, when: NIGHTLY },
  { language: 'ไทย', tag: 'th', theme: 'Light', phone: SMALL, when: NIGHTLY },
] as const;

// The narrowest phones there are, the usual small one, and the widest.
const WIDTHS = [320, 360, 430] as const;
const HEIGHT = 740;
/** `PICTURES=1` keeps a picture of every screen at every width, for who wants to look at them. */
const isLookedAt = process.env['PICTURES'] === '1';

for (const { language, tag, theme, phone, when } of WALKS) {
  test(
    `every screen is open to everybody and fits, in ${language} and ${theme.toLowerCase()}`,
    when,
    async ({ page, exchange, auth, menu }, testInfo) => {
      test.setTimeout(720_000);
      await menu.chooseTheme(theme);
      await menu.chooseLanguage(language, tag);

      const faults: string[] = [];
      await showToAll({ page, exchange, auth }, async ({ name }, who) => {
        const barriers = await findBarriers(page);
        const misfits = await findMisfits(page, async (width) => {
          if (isLookedAt) await page.screenshot({ path: testInfo.outputPath(`${name}-${who}-${width}.png`) });
        });
        faults.push(...[...barriers, ...misfits].map((fault) => `${name}, ${who}: ${fault}`));
        await page.setViewportSize(phone);
      });
      expect(faults).toEqual([]);
    },
  );

  test(`the tape beside the ticket fits, in ${language} and ${theme.toLowerCase()}`, when, async ({ page, menu }) => {
    await menu.chooseLanguage(language, tag);
    await page.goto('#/pages/trade/index');
    await page.locator('main form').waitFor();
    await page.locator('main [role="tab"]').nth(1).tap();
    await page.locator('main [role="tabpanel"] li time').first().waitFor();
    expect(await findMisfits(page)).toEqual([]);
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

test('the search for barriers finds a button without a name and words that are hardly to be seen', async ({
  page,
  home,
}) => {
  await home.open();
  await settle(page);
  expect(await findBarriers(page)).toEqual([]);
  await page.evaluate(() => {
    const main = document.querySelector('main');
    main?.append(document.createElement('button'));
    const words = document.createElement('p');
    words.style.cssText = 'color: #777; background: #888';
    words.textContent = 'Terms';
    main?.append(words);
  });
  const found = await findBarriers(page);
  expect(found).toEqual([expect.stringContaining('button-name'), expect.stringContaining('color-contrast')]);
});

/** What does not fit at each of the usual widths; `look` is called at each. */
async function findMisfits(page: Page, look?: (width: number) => Promise<void>): Promise<string[]> {
  const misfits: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await settle(page);
    misfits.push(...(await findOverflow(page)).map((fault) => `at ${width}: ${fault}`));
    await look?.(width);
  }
  return misfits;
}
