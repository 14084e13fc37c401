import type { Page } from '@playwright/test';

/** A real picture for a form that asks for one: what the screen shows. */
export async function picture(page: Page, name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  return { name, mimeType: 'image/png', buffer: await page.screenshot() };
}
