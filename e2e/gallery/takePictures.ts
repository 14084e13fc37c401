/** Takes the pictures of the gallery from an app with a simulated server, which `GALLERY_URL` names. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import type { Prepared } from '@halyard/contract/testing/prepare';
import { COUNTDOWN, reopenPage, settle, showScreen, untilWhole, type Screen } from '../screens.ts';
import { readChoice, STATES, type Choice, type Round, type Shot } from './choice.ts';

const FOLDER = fileURLToPath(new URL('../../gallery/', import.meta.url));
const PICTURES = `${FOLDER}pictures/`;
const UPLOAD = fileURLToPath(new URL('../../public/icons/icon-192.png', import.meta.url));
/** Two use the cores of the smallest machine; a third one works while they wait. */
const WORKERS = 3;
/** The market of the gallery's answers (`src/testing/gallery`). */
const KNOWN: Prepared = {
  passedDeposit: 13,
  rejectedDeposit: 12,
  passedWithdrawal: 22,
  cancelledWithdrawal: 21,
  address: 1,
  plan: 4,
};
/** The time of the answers, so that every run shows the same times. */
const NOW = new Date('2026-01-02T03:04:05.000Z');
/** A screen that is not complete by then has a fault. */
const WHOLE_WITHIN_MS = 60_000;

/** From this width on trading pages show all panes (`src/domain/desktop/useIsDesktop.ts`). */
const DESKTOP_PX = 1200;

const faults: string[] = [];

async function openRound(browser: Browser, { state, onlooker, language }: Round): Promise<Page> {
  const answers = state === 'visitor' ? 'full' : state;
  const context = await browser.newContext({
    // A page is opened by a fragment, which leaves the query unchanged.
    baseURL: `${process.env['GALLERY_URL']}?state=${answers}&as=${onlooker}&language=${language}`,
    locale: 'en',
    timezoneId: 'UTC',
    hasTouch: true,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(WHOLE_WITHIN_MS);
  page.on('pageerror', ({ message }) => faults.push(`${state}, ${onlooker}: ${message}`));
  await page.route('**/upload/**', (route) => route.fulfill({ path: UPLOAD }));
  await page.clock.setFixedTime(NOW);
  await page.goto('#/pages/nowhere', { waitUntil: 'commit' });
  await page.locator('main').waitFor();
  return page;
}

/** Shows a screen in the state of its round; without an answer nothing is ever complete. */
async function show(page: Page, screen: Screen, { state }: Round): Promise<void> {
  const path = typeof screen.path === 'string' ? screen.path : screen.path(KNOWN);
  if (state === 'empty' || state === 'failing') return showScreen(page, { ...screen, path, landmarks: [] }, KNOWN);
  if (state === 'loading') {
    await reopenPage(page, path);
    return settle(page);
  }
  // Without prices no candle counts down.
  const landmarks = screen.landmarks.filter((landmark) => state !== 'stalled' || landmark !== COUNTDOWN);
  await showScreen(page, { ...screen, path, landmarks }, KNOWN);
  if (state !== 'offline') return;
  await page.evaluate(() => window.dispatchEvent(new Event('cut-line')));
  await settle(page);
}

async function takeRound(browser: Browser, round: Round, { shots }: Choice): Promise<void> {
  const [phones, desktops] = [shots.filter(isNarrow), shots.filter((shot) => !isNarrow(shot))];
  let page = await openRound(browser, round);
  for (const screen of round.screens) {
    // Trading pages have other parts on a desktop, so a screen is opened at the size at which it is pictured.
    for (const [first, ...further] of [phones, desktops]) {
      if (first === undefined) continue;
      await page.setViewportSize({ width: first.width, height: first.height });
      // A desktop has a mouse.
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: isNarrow(first) });
      try {
        await show(page, screen, round);
      } catch (error) {
        faults.push(`${screen.name}, ${round.state}, ${first.width}: ${String(error).split('\n')[0]}`);
      }
      for (const shot of [first, ...further]) await take(page, { screen, round, shot });
      // An interrupted connection remains so.
      if (round.state !== 'offline') continue;
      await page.context().close();
      page = await openRound(browser, round);
    }
  }
  await page.context().close();
}

const isNarrow = ({ width }: Shot) => width < DESKTOP_PX;

async function take(page: Page, { screen, round, shot }: { screen: Screen; round: Round; shot: Shot }): Promise<void> {
  const { width, height, theme } = shot;
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize({ width, height });
  // A larger screen may load more, which begins with its first frame.
  await settle(page);
  await (round.state === 'full' || round.state === 'longest' ? untilWhole(page) : settle(page));
  await page.screenshot({ path: `${PICTURES}${screen.name}.${round.state}.${width}x${height}.${theme}.png` });
}

/** All existing pictures, those of earlier runs too, and those of another commit that were copied into `before`. */
async function writeIndex(): Promise<void> {
  const [pictures, before] = await Promise.all([namesIn(PICTURES), namesIn(`${FOLDER}before/`)]);
  const constants = Object.entries({ STATES, PICTURES: pictures, BEFORE: before });
  const lines = constants.map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
  await writeFile(`${FOLDER}pictures.js`, lines.join(''));
  await copyFile(new URL('page.html', import.meta.url), `${FOLDER}index.html`);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  return names.filter((name) => name.endsWith('.png')).toSorted();
}

const choice = readChoice(process.argv.slice(2));
await mkdir(PICTURES, { recursive: true });
const executablePath = process.env['CHROMIUM_PATH'];
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  chromiumSandbox: process.getuid?.() !== 0,
});
const waiting = [...choice.rounds];
/** One that cannot even begin is reported like the others. */
async function work(): Promise<void> {
  for (let round = waiting.shift(); round !== undefined; round = waiting.shift())
    await takeRound(browser, round, choice).catch((error: unknown) => faults.push(`${round.state}: ${String(error)}`));
}
await Promise.all(Array.from({ length: WORKERS }, work));
await browser.close();
await writeIndex();
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`Pictures: ${FOLDER}index.html\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
