import type { Page } from '@playwright/test';

/** A real picture for a form that requires one: a picture of the screen. */
export async function picture(page: Page, name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  return { name, mimeType: 'image/png', buffer: await page.screenshot() };
}
