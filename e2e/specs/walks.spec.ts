// Tests that axe finds no fault, that a finger hits its target and that everything fits, on the narrowest phone and on
// a desktop: on the ten screens where a fault costs most, by two walks, one of them in the widest of the usual fonts;
// and every night on every screen as every kind of user, at every usual width, in each language and theme, with sheets,
// refused forms and failures too, and on a desktop and a tablet. scripts/checks/lengths.ts checks without a browser
// whether all translations are short enough.
import { findBarriers } from '../barriers.ts';
import { CUT_OFF, expect, newAddress, NIGHTLY, test } from '../fixtures.ts';
import { marketsWithRoom, PHONE, pricePaneShare, seesFirstOrder, SHORT_PHONE } from '../heights.ts';
import {
  findFaults,
  findMisfits,
  LANGUAGES,
  APPEARANCES,
  APPEARANCES_OF_EACH_CHANGE,
  writeIn,
} from '../appearances.ts';
import { showToAll } from '../onlookers.ts';
import { findOverflow } from '../overflow.ts';
import { SCREENS, SCREENS_OF_EACH_CHANGE, settle, showFailed } from '../screens.ts';
import { STATES } from '../states.ts';
import { findSmallTargets } from '../targets.ts';

/** The language whose texts are the longest. */
const LONGEST = 'es';

/** A desktop and a tablet on end. */
const LARGER_SCREENS = [
  { width: 1280, height: 800 },
  { width: 820, height: 1180 },
] as const;

const WALKS = [
  ...APPEARANCES_OF_EACH_CHANGE.map((appearance) => ({
    ...appearance,
    when: {},
    what: 'what matters most',
    screens: SCREENS_OF_EACH_CHANGE,
  })),
  ...APPEARANCES.map((appearance) => ({
    ...appearance,
    when: NIGHTLY,
    what: 'every state',
    screens: [...SCREENS, ...STATES],
  })),
];

for (const { when, what, screens, ...lookedAt } of WALKS) {
  const { language, tag, theme, font } = lookedAt;
  test(
    `${what} is open to everybody and fits, in ${language} and ${theme.toLowerCase()}`,
    when,
    async ({ page, exchange, auth, menu }, testInfo) => {
      await writeIn(page, font);
      await menu.chooseTheme(theme);
      await menu.chooseLanguage(language, tag);

      const faults: string[] = [];
      await showToAll({ page, exchange, auth }, screens, async ({ name }, who) => {
        const found = await findFaults(page, lookedAt, testInfo.outputPath(`${name}-${who}.png`));
        faults.push(...found.map((fault) => `${name}, ${who}: ${fault}`));
      });
      expect(faults).toEqual([]);
    },
  );
}

// Tables, panes and dialogs that no phone shows.
for (const { width, height } of LARGER_SCREENS) {
  for (const theme of ['Dark', 'Light'] as const) {
    test(
      `every state is open to everybody and fits at ${width} x ${height}, in ${theme.toLowerCase()}`,
      NIGHTLY,
      async ({ page, exchange, auth, menu }) => {
        await menu.chooseTheme(theme);
        await page.setViewportSize({ width, height });
        const faults: string[] = [];
        await showToAll({ page, exchange, auth }, [...SCREENS, ...STATES], async ({ name }, who) => {
          const found = [...(await findBarriers(page)), ...(await findOverflow(page))];
          faults.push(...found.map((fault) => `${name}, ${who}: ${fault}`));
        });
        expect(faults).toEqual([]);
      },
    );
  }
}

for (const appearance of APPEARANCES) {
  const { language, tag, theme, font } = appearance;
  test(
    `every screen says that it failed, in ${language} and ${theme.toLowerCase()}`,
    NIGHTLY,
    async ({ page, api, auth, menu, expectedErrors }, testInfo) => {
      const address = newAddress();
      await api.register(address);
      await writeIn(page, font);
      await menu.chooseTheme(theme);
      await menu.chooseLanguage(language, tag);
      await auth.enter(address);
      expectedErrors.push('503', ...CUT_OFF, 'dynamically imported module');
      await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: {} }));

      const faults: string[] = [];
      for (const { name, path, shownTo } of SCREENS) {
        if (typeof path !== 'string' || !shownTo.includes('user')) continue;
        await showFailed(page, path);
        const found = await findFaults(page, appearance, testInfo.outputPath(`${name}-failed.png`));
        faults.push(...found.map((fault) => `${name}: ${fault}`));
      }
      // Without its code the page shows only the app's own message.
      await page.route('**/assets/ChatPage*.js', (route) => route.abort());
      await page.goto('#/pages/help-center/chat');
      await page.locator('main h1').waitFor();
      await settle(page);
      faults.push(...(await findFaults(page, appearance, testInfo.outputPath('not-loaded.png'))));
      expect(faults).toEqual([]);
    },
  );
}

for (const { language, tag } of LANGUAGES) {
  const when = tag === LONGEST ? {} : NIGHTLY;

  test(`phones show enough without scrolling, in ${language}`, when, async ({ page, api, auth, home, menu, kline }) => {
    const address = newAddress();
    const token = await api.register(address);
    await api.fund(token, 'USDT', '1000');
    const price = await api.priceNear('BTC', '0.97');
    await api.placeLimit(token, 'BTC', { side: 'buy', price, quantity: '0.01' });
    await menu.chooseLanguage(language, tag);
    await page.setViewportSize(SHORT_PHONE);
    await home.open();
    expect(await marketsWithRoom(page), 'of a visitor').toBeGreaterThanOrEqual(4);
    await auth.enter(address);
    await home.open();
    expect(await marketsWithRoom(page)).toBeGreaterThanOrEqual(4);
    await page.setViewportSize(PHONE);
    await page.goto('#/pages/trade/index');
    await page.locator('main [class*="_order_"]').first().waitFor();
    expect(await seesFirstOrder(page)).toBe(true);
    await kline.open('BTC/USDT');
    expect(await pricePaneShare(page)).toBeGreaterThanOrEqual(0.5);
  });

  test(`the tape beside the ticket fits, in ${language}`, when, async ({ page, menu }) => {
    await menu.chooseLanguage(language, tag);
    await page.goto('#/pages/trade/index');
    await page.locator('main form').waitFor();
    await page.locator('main [role="tab"]').nth(1).tap();
    await page.locator('main [role="tabpanel"] li time').first().waitFor();
    expect(await findMisfits(page)).toEqual([]);
  });
}

// The findings of the checks themselves: by night, since they change seldom.
test('the overflow check finds words that are too long for their button', NIGHTLY, async ({ page, home }) => {
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

test(
  'the overflow check finds a sheet that scrolls sideways, clipped words, and words over words',
  NIGHTLY,
  async ({ page, home }) => {
    await home.open();
    await settle(page);
    await page.evaluate(() => {
      const add = (parent: Element, style: string, text = '') => {
        const child = parent.appendChild(document.createElement('div'));
        child.style.cssText = style;
        child.textContent = text;
        return child;
      };
      const sheet = add(document.body, 'position: fixed; inset: 0; overflow-y: auto');
      sheet.className = 'sheet';
      add(sheet, 'inline-size: 150vw', 'Wide');
      const box = add(sheet, 'inline-size: 3ch; overflow: hidden; white-space: nowrap');
      box.append(document.createElement('span'));
      box.firstElementChild?.append('Wiederherstellung');
      add(sheet, 'block-size: 1lh', 'Total');
      add(sheet, 'margin-block-start: -1lh', 'Price');
    });
    const found = await findOverflow(page);
    expect(found).toContainEqual(expect.stringMatching(/^«sheet» scrolls sideways/));
    expect(found).toContain('«Wiederherstellung» is cut off');
    expect(found).toContain('«Total» and «Price» stand over each other');
  },
);

test(
  'the accessibility check finds a button without a name and words with low contrast',
  NIGHTLY,
  async ({ page, home }) => {
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
  },
);

test(
  'the check for small targets finds them by where a press counts, not by the visible part',
  NIGHTLY,
  async ({ page, home }) => {
    await home.open();
    await settle(page);
    expect(await findSmallTargets(page)).toEqual([]);
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`
      .low { position: relative; display: block; block-size: 30px; margin: 20px }
      .reaching::before { content: ''; position: absolute; inset: -3px 0 }`);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      const words = document.createElement('p');
      const add = (name: 'a' | 'button', text: string, classes: string) => {
        const target = document.createElement(name);
        target.className = classes;
        target.textContent = text;
        target.setAttribute(name === 'a' ? 'href' : 'type', name === 'a' ? '#/' : 'button');
        words.append(target);
        return target;
      };
      document.querySelector('main')?.append(words);
      add('button', 'Low', 'low');
      add('button', 'Reaching', 'low reaching');
      add('button', 'Sending', 'low reaching').setAttribute('type', 'submit');
      add('button', 'Covered', 'low reaching').style.marginBlockEnd = '0';
      add('button', 'Covering', 'low reaching').style.marginBlockStart = '0';
      words.append('Words around ');
      add('a', 'a link', '');
      words.append(' and ');
      add('a', 'a line of its own', 'low');
    });
    expect(await findSmallTargets(page)).toEqual([
      '«Low» is 30 high of 36',
      '«Sending» is 36 high of 44',
      '«Covered» is 30 high of 36',
      '«a line of its own» is 30 high of 36',
    ]);
  },
);
