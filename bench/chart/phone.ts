/** A slow phone: Chromium as a Pixel 7 whose processor is slowed, with the reports of its development tools. */
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, devices, type Browser, type CDPSession, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { TRACE_CATEGORIES, type TraceEvent } from './trace.ts';

/** A page of the site on the phone. */
export type Phone = {
  readonly page: Page;
  readonly tools: CDPSession;
  /** Chromium's recording while `act` ran. */
  readonly trace: (act: () => Promise<unknown>) => Promise<TraceEvent[]>;
  readonly close: () => Promise<void>;
};

export async function startBrowser(): Promise<Browser> {
  // Chromium's sandbox refuses to run as root, the user of containers.
  return chromium.launch({ executablePath: await findChromium(), chromiumSandbox: process.getuid?.() !== 0 });
}

/**
 * Opens a page in its own context, so that nothing of another library is left in it, and waits until it offers its
 * library.
 */
export async function openPhone(browser: Browser, url: string, slowdown: number): Promise<Phone> {
  const context = await browser.newContext(devices['Pixel 7']);
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await page.goto(url);
  await page.waitForFunction(() => 'bench' in window);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return {
    page,
    tools,
    trace: async (act) => {
      await browser.startTracing(page, { categories: TRACE_CATEGORIES });
      await act();
      const recorded: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
      return recorded.traceEvents;
    },
    close: () => context.close(),
  };
}

export type Swipe = { readonly fromX: number; readonly toX: number; readonly y: number; readonly moves: number };

/** Two frames of a phone, so that the effect of a move is drawn before the next one. */
const MOVE_EVERY_MS = 34;

/** A sideways swipe of a finger that is lifted, as Chromium reports it to pages on a phone. */
export async function swipe({ tools }: Phone, { fromX, toX, y, moves }: Swipe): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    tools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await touch('touchStart', fromX);
  for (let move = 1; move <= moves; move += 1) {
    const x = fromX + ((toX - fromX) * move) / moves;
    await Promise.all([touch('touchMove', x), pause(MOVE_EVERY_MS)]);
  }
  await touch('touchEnd');
}
