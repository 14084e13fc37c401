/** Content that phones of the usual sizes must show without scrolling, measured on the screen itself. */
import type { Page } from '@playwright/test';
import { settle } from './screens.ts';

export const PHONE = { width: 390, height: 844 } as const;
export const SHORT_PHONE = { width: 360, height: 640 } as const;

/** The share of the screen's height of the price pane, with the volume below it. */
export async function pricePaneShare(page: Page): Promise<number> {
  await settle(page);
  const pane = await page.locator('main section [class*="_pane_"]').boundingBox();
  return (pane?.height ?? 0) / PHONE.height;
}

/** The number of markets that fit on home, from the first one to the bar at the bottom. */
export async function marketsWithRoom(page: Page): Promise<number> {
  await settle(page);
  const row = await page.locator('main li:has([data-held])').first().boundingBox();
  return row === null ? 0 : ((await bottomOf(page)) - row.y) / row.height;
}

/** Whether the first waiting order is visible with all of its actions. */
export async function seesFirstOrder(page: Page): Promise<boolean> {
  await settle(page);
  const order = await page.locator('main [class*="_orders_"] [class*="_order_"]').first().boundingBox();
  return order !== null && order.y + order.height <= (await bottomOf(page));
}

/** The upper edge of the tabs at the bottom. */
async function bottomOf(page: Page): Promise<number> {
  const tabs = await page.locator('nav').last().boundingBox();
  return tabs?.y ?? 0;
}
