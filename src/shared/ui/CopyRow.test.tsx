// A value is copied and confirmed; without a clipboard, the value is shown whole and selected, with instructions;
// screen readers always get the whole value.
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { startI18n } from '../i18n/i18n.ts';
import { CopyButton, CopyRow } from './CopyRow.tsx';
import { receiveToasts, type ToastMessage } from './toastQueue.ts';

const ADDRESS = 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9';
let toasts: ToastMessage[] = [];
let stop: () => void;

beforeEach(async () => {
  await startI18n('en');
  toasts = [];
  stop = receiveToasts((toast) => void toasts.push(toast));
});

afterEach(() => {
  stop();
  Reflect.deleteProperty(document, 'execCommand');
});

function refuseClipboard(): void {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
}

/** jsdom cannot copy a selection: `onCopy` receives the text that the browser would copy. */
function selectionCopies(isAllowed: boolean, onCopy: (text: string) => void = () => undefined): void {
  Object.defineProperty(document, 'execCommand', {
    configurable: true,
    value: () => {
      const active = document.activeElement;
      if (isAllowed && active instanceof HTMLTextAreaElement) onCopy(active.value);
      return isAllowed;
    },
  });
}

test('a value is copied whole, although its middle is left out', async () => {
  const { user } = await renderUi(<CopyRow label="Deposit address" value={ADDRESS} />);
  await user.click(screen.getByRole('button', { name: 'Copy: Deposit address' }));
  expect(await navigator.clipboard.readText()).toBe(ADDRESS);
  expect(toasts).toEqual([{ kind: 'success', text: 'Copied' }]);
});

test('a value is whole for screen readers', async () => {
  await renderUi(<CopyRow label="Deposit address" value={ADDRESS} />);
  expect(screen.getByText('Deposit address').nextElementSibling?.textContent).toBe(ADDRESS);
});

test('without a clipboard the selection is copied, and the focus stays', async () => {
  const { user } = await renderUi(<CopyButton what="Deposit address" text={ADDRESS} variant="words" />);
  const onCopy = vi.fn<(text: string) => void>();
  refuseClipboard();
  selectionCopies(true, onCopy);
  await user.click(screen.getByRole('button', { name: 'Copy: Deposit address' }));
  expect(onCopy).toHaveBeenCalledWith(ADDRESS);
  expect(toasts).toEqual([{ kind: 'success', text: 'Copied' }]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy: Deposit address' }));
});

test.each(['cut', 'whole'] as const)('a %s value that cannot be copied is selected for the user', async (variant) => {
  const { user } = await renderUi(<CopyRow label="Deposit address" value={ADDRESS} variant={variant} />);
  refuseClipboard();
  selectionCopies(false);
  await user.click(screen.getByRole('button', { name: 'Copy: Deposit address' }));
  expect(toasts).toEqual([{ kind: 'error', text: 'Copy failed, please copy manually.' }]);
  expect(window.getSelection()?.toString()).toBe(ADDRESS);
  expect(screen.getByText(ADDRESS)).toBeDefined();
});
