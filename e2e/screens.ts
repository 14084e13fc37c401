/** Every screen that is built, and when it is whole: by its structure, since its words differ by language. */
import type { Page } from '@playwright/test';

export type Screen = {
  readonly name: string;
  readonly path: string;
  readonly shownTo: readonly ('visitor' | 'user')[];
  /** All of these are seen once what the screen loads has come. */
  readonly landmarks: readonly string[];
};

const EVERYBODY = ['visitor', 'user'] as const;

export const SCREENS: readonly Screen[] = [
  { name: 'home', path: '/pages/index/index', shownTo: EVERYBODY, landmarks: ['main li a', 'main svg'] },
  { name: 'trade', path: '/pages/trade/index', shownTo: EVERYBODY, landmarks: ['main form', 'main li button'] },
  {
    name: 'kline',
    path: '/pages/trade/kline',
    shownTo: ['user'],
    landmarks: ['main canvas', 'main li', 'main p time'],
  },
  { name: 'assets', path: '/pages/assets/index', shownTo: ['user'], landmarks: ['main li'] },
  { name: 'login', path: '/pages/user/login/login', shownTo: ['visitor'], landmarks: ['main form'] },
  { name: 'register', path: '/pages/user/login/register', shownTo: ['visitor'], landmarks: ['main form'] },
  { name: 'choose', path: '/pages/user/login/choose', shownTo: ['visitor'], landmarks: ['main li button'] },
  { name: 'forget', path: '/pages/user/login/forgetPassword', shownTo: ['visitor'], landmarks: ['main form'] },
  { name: 'not-found', path: '/pages/nowhere', shownTo: ['visitor'], landmarks: ['main a'] },
];

/** Opens a screen and waits until it is whole and still: nothing loads and no transition runs. */
export async function showScreen(page: Page, { path, landmarks }: Screen): Promise<void> {
  await page.goto(`#${path}`);
  for (const landmark of landmarks) await page.locator(landmark).first().waitFor();
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"], [role="progressbar"]') === null);
  await settle(page);
}

/** Waits until fonts are there, sizes that follow others have followed, and every animation that ends has ended. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // What is drawn by script hears of its new size at the end of one frame and draws in the next.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    // An animation that is replaced never finishes; it is over all the same.
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
}
