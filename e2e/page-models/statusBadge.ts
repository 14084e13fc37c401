import type { Locator, Page } from '@playwright/test';

/** The state of a request as its badge says it. The line of steps below names states too, also those to come. */
export function statusBadge(page: Page, word: string): Locator {
  return page
    .getByRole('main')
    .locator('span:not(ol span)', { hasText: new RegExp(`^${word}$`) })
    .first();
}
