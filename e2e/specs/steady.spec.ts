// Tests that nothing moves under a finger while answers arrive late, on a cold start of the three tickets: buttons that
// move money stay where they first appeared, and the browser measures no layout shift.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { logInWithFunds } from '../logInWithFunds.ts';

type Watched = { shift: number; moved: string[]; tops: Map<string, number> };
type Watching = { readonly watched: Watched };

/** Answers arrive in this order, one after the other, so that each has its own layout. */
const STEP_MS = 150;

const TICKETS = [
  { name: 'trade', path: '#/pages/trade/index', button: 'main form button[type="submit"]' },
  { name: 'futures', path: '#/pages/lever/index', button: 'main form button[type="submit"]' },
  { name: 'options', path: '#/pages/option/detail', button: 'main section button[aria-describedby]' },
] as const;

for (const { name, path, button } of TICKETS) {
  test(`the buttons of ${name} do not move while answers are late`, async ({ page, api, auth }) => {
    await logInWithFunds({ api, auth });
    await page.addInitScript(watch, button);
    let answers = 0;
    await page.route('**/api/**', async (route) => {
      answers += 1;
      await new Promise((resolve) => setTimeout(resolve, answers * STEP_MS));
      await route.continue();
    });
    await page.goto('about:blank');
    await page.goto(path);
    await expect(page.locator(button).first()).toBeEnabled();
    await page.waitForLoadState('networkidle');
    expect(await watchedOn(page)).toEqual({ shift: 0, moved: [] });
  });
}

async function watchedOn(page: Page): Promise<Pick<Watched, 'shift' | 'moved'>> {
  return page.evaluate(() => {
    const { shift, moved } = (window as unknown as Watching).watched;
    return { shift: Math.round(shift * 100) / 100, moved };
  });
}

/** Runs in the page: adds layout shifts up, and notes every button whose place changes. */
function watch(selector: string): void {
  const watched: Watched = { shift: 0, moved: [], tops: new Map() };
  Object.assign(window, { watched });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watched.shift += (entry as unknown as { readonly value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    for (const [place, element] of [...document.querySelectorAll(selector)].entries()) {
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY);
      const before = watched.tops.get(String(place));
      if (before !== undefined && before !== top) watched.moved.push(`${place}: ${before} to ${top}`);
      watched.tops.set(String(place), top);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
