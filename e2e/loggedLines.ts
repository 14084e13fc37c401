import type { Locator } from '@playwright/test';
import type { textsOf } from './texts.ts';

/** The lines of the public log in a sheet, once all is verified. */
export async function loggedLines(sheet: Locator, text: ReturnType<typeof textsOf>): Promise<readonly string[]> {
  const log = sheet.getByRole('region', { name: text('log.title') });
  await log.getByRole('button', { name: text('log.save') }).waitFor();
  await log.locator('details:not([open]) > summary').click();
  return log.getByRole('listitem').locator('b').allInnerTexts();
}
