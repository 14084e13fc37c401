import type { Locator, Page } from '@playwright/test';
import { PASSWORD } from '@halyard/contract/testing/api';
import { looksLike, textsOf } from '../texts.ts';

/** Types the proof of ownership: the account's password, and the code that is sent. */
export async function stepUp(page: Page, language = 'en'): Promise<void> {
  await page.getByRole('textbox', { name: textsOf(language)('auth.owner.password') }).fill(PASSWORD);
  await useOwnCode(page, language);
}

/** Requests a code and reads it from the sandbox's messages, as a user of a sandbox does. */
export async function useOwnCode(page: Page, language = 'en'): Promise<void> {
  const text = textsOf(language);
  await page.getByRole('button', { name: text('auth.code.send') }).click();
  await page
    .getByRole('button', { name: looksLike(text('auth.sandbox.use')) })
    .first()
    .click();
}

/** The step-up sheet, above the current page. */
export function stepUpSheet(page: Page, language = 'en'): Locator {
  return page.getByRole('dialog', { name: textsOf(language)('stepUp.title') });
}

/** Answers the sheet with the password and a sent code, or the digits of an app; the interrupted action continues. */
export async function answerStepUp(page: Page, { language = 'en', totp = '' } = {}): Promise<void> {
  const text = textsOf(language);
  const sheet = stepUpSheet(page, language);
  if (totp === '') await stepUp(page, language);
  else {
    await sheet.getByRole('textbox', { name: text('stepUp.password') }).fill(PASSWORD);
    await sheet.getByRole('textbox', { name: text('stepUp.totp') }).fill(totp);
  }
  await sheet.getByRole('button', { name: text('stepUp.action') }).click();
  await sheet.waitFor({ state: 'hidden' });
}

/** Answers the sheet if it appears before `next`: the previous step-up may still be valid, or not. */
export async function proveUntil(page: Page, next: Locator): Promise<void> {
  const sheet = stepUpSheet(page);
  await sheet.or(next).first().waitFor();
  if (await sheet.isVisible()) await answerStepUp(page);
}
