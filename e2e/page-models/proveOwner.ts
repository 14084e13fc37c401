import type { Page } from '@playwright/test';
import { PASSWORD } from '@halyard/contract/testing/api';

/** Types what only the owner of an account has: its password, and the code that he is sent. */
export async function proveOwner(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Login password' }).fill(PASSWORD);
  await useOwnCode(page);
}

/** Has a code sent and takes it from the sandbox's messages, as a user of a sandbox does. */
export async function useOwnCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('button', { name: 'Read the test message' }).click();
  await page
    .getByRole('button', { name: /^Use \d{6}$/ })
    .first()
    .click();
}
