/** The markets by keys alone: an addition to fields and buttons, which work without it. */
import type { KeyboardEvent } from 'react';

export type MarketKeys = {
  readonly input: HTMLInputElement | null;
  readonly focusRow: (rowIndex: number) => void;
};

/**
 * Arrow keys lead from the search through the rows and back, Enter in the search takes the best match, letters typed on
 * a row go on searching.
 */
export function moveByKeys(event: KeyboardEvent, keys: MarketKeys): void {
  const element = event.target as HTMLElement;
  const rowIndex = element.dataset['row'];
  if (element === keys.input) inSearch(event, keys);
  else if (rowIndex !== undefined) onRow(event, keys, Number(rowIndex));
}

function inSearch(event: KeyboardEvent, { focusRow }: MarketKeys): void {
  if (event.key === 'ArrowDown') {
    event.preventDefault();
    focusRow(0);
  } else if (event.key === 'Enter') {
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>('[data-row="0"]')?.click();
  }
}

function onRow(event: KeyboardEvent, { input, focusRow }: MarketKeys, rowIndex: number): void {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    if (event.key === 'ArrowDown') focusRow(rowIndex + 1);
    else if (rowIndex === 0) input?.focus();
    else focusRow(rowIndex - 1);
    return;
  }
  // Focused now, the field gets the letter itself.
  if (isLetter(event)) input?.focus();
}

function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}
