import type { Locator, Page } from '@playwright/test';

/** The state of a request on its badge. The line of steps below names states too, also future ones. */
export function statusBadge(page: Page, word: string): Locator {
  return page
    .getByRole('main')
    .locator('span:not(ol span)', { hasText: new RegExp(`^${word}$`) })
    .first();
}
