import type { Locator } from '@playwright/test';

/**
 * Types a number into a field. The field shows thousands until it has focus, so it takes the focus first: the text
 * selected for replacement must be the final one.
 */
export async function fillNumber(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.fill(text);
}
