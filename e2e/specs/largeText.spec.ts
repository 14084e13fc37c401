// Tests that with the browser's text at twice its size no words are cut off, leave the screen or overlap others: every
// screen and sheet, by night.
import { expect, NIGHTLY, test } from '../fixtures.ts';
import { findMisfits, LANGUAGES } from '../appearances.ts';
import { showToAll } from '../onlookers.ts';
import { SCREENS } from '../screens.ts';
import { STATES } from '../states.ts';

const WIDTHS = [360, 1280];

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'] }),
});

for (const { language, tag } of LANGUAGES) {
  test(
    `every state fits where text is twice as large, in ${language}`,
    NIGHTLY,
    async ({ page, exchange, auth, menu }, testInfo) => {
      await menu.chooseLanguage(language, tag);
      const faults: string[] = [];
      await showToAll({ page, exchange, auth }, [...SCREENS, ...STATES], async ({ name }, who) => {
        faults.push(...(await findMisfits(page, WIDTHS)).map((fault) => `${name}, ${who}: ${fault}`));
        await page.setViewportSize({ width: 360, height: 640 });
        if (process.env['PICTURES'] === '1') await page.screenshot({ path: testInfo.outputPath(`${name}-${who}.png`) });
      });
      expect(faults).toEqual([]);
    },
  );
}
