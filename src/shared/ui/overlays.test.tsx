// Sheets and toasts, which load late, show their content, keep focus, and close in every way; identical toasts are
// shown once.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { Sheet, SideMenu } from './Sheet.tsx';
import { Toaster } from './Toaster.tsx';
import { showToast } from './toastQueue.ts';

function Confirmation() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      <Sheet isOpen={isOpen} onOpenChange={setOpen} title="Buy BTC" description="At the market" footer="Total 5 USDT">
        <button type="button">Confirm</button>
      </Sheet>
    </>
  );
}

test('a sheet is a dialog named by its title and description, holds focus, and restores it when Escape closes it', async () => {
  const { user } = await renderUi(<Confirmation />);
  const opener = screen.getByRole('button', { name: 'Ask' });
  await user.click(opener);
  const sheet = await screen.findByRole('dialog', { name: 'Buy BTC', description: 'At the market' });
  await waitFor(() => expect(sheet.contains(document.activeElement)).toBe(true));
  expect(within(sheet).getByText('Total 5 USDT')).toBeDefined();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(opener).toBe(document.activeElement));
});

test('a sheet closes by its button', async () => {
  const { user } = await renderUi(<Confirmation />);
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the menu requests to be closed', async () => {
  const onOpenChange = vi.fn<(isOpen: boolean) => void>();
  const { user } = await renderUi(
    <SideMenu isOpen onOpenChange={onOpenChange} title="Menu">
      Settings
    </SideMenu>,
  );
  await screen.findByRole('dialog', { name: 'Menu' });
  await user.keyboard('{Escape}');
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

test('a toast shown before the toaster has loaded appears later, identical ones once', async () => {
  showToast({ kind: 'error', text: 'No network' });
  showToast({ kind: 'error', text: 'No network' });
  await renderUi(<Toaster />);
  expect(await screen.findAllByText('No network', { selector: 'p' })).toHaveLength(1);
  act(() => showToast({ kind: 'error', text: 'No network' }));
  act(() => showToast({ kind: 'success', text: 'Bought 1 BTC' }));
  expect(await screen.findByText('Bought 1 BTC')).toBeDefined();
  expect(screen.getAllByText('No network', { selector: 'p' })).toHaveLength(1);
});

test('a toast offers its action and is closed by its button', async () => {
  const onAction = vi.fn<() => void>();
  const { user } = await renderUi(<Toaster />);
  act(() => showToast({ kind: 'info', text: 'A new version is ready', action: { label: 'Update', onAction } }));
  const words = await screen.findByText('A new version is ready');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(onAction).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? words);
  await waitFor(() => expect(screen.queryByText('A new version is ready')).toBeNull());
});
