// The figures are shown before the button, Enter in a field and the button confirm once, and neither reaches the form
// behind.
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { ConfirmSheet } from './ConfirmSheet.tsx';
import { PinField } from './CodeField.tsx';

type State = { onConfirm: () => void; onOpenChange?: (isOpen: boolean) => void; onOuter?: () => void };

function Withdrawal({ onConfirm, onOpenChange, onOuter, ...rest }: State & { error?: string; isConfirming?: boolean }) {
  const [pin, setPin] = useState('');
  return (
    <form onSubmit={onOuter}>
      <ConfirmSheet
        {...rest}
        isOpen
        onOpenChange={(isOpen) => onOpenChange?.(isOpen)}
        title="Withdraw USDT"
        description="To the address below"
        figures={[
          { label: 'Amount', value: '100 USDT' },
          { label: 'Fee', value: '1 USDT' },
        ]}
        confirmLabel="Withdraw 100 USDT"
        onConfirm={onConfirm}
        isDisabled={pin.length < 2}
      >
        <PinField label="Fund password" value={pin} onValueChange={setPin} />
      </ConfirmSheet>
    </form>
  );
}

async function setUp(rest: { error?: string; isConfirming?: boolean } = {}) {
  const onConfirm = vi.fn<() => void>();
  const onOpenChange = vi.fn<(isOpen: boolean) => void>();
  const onOuter = vi.fn<() => void>();
  const { user } = await renderUi(<Withdrawal {...{ onConfirm, onOpenChange, onOuter }} {...rest} />);
  const sheet = within(
    await screen.findByRole('dialog', { name: 'Withdraw USDT', description: 'To the address below' }),
  );
  return { user, sheet, onConfirm, onOpenChange, onOuter };
}

test('shows the figures, and confirms by its button', async () => {
  const { user, sheet, onConfirm, onOuter } = await setUp();
  expect(sheet.getByText('Fee').nextElementSibling?.textContent).toBe('1 USDT');
  await user.type(sheet.getByLabelText('Fund password'), '12');
  await user.click(sheet.getByRole('button', { name: 'Withdraw 100 USDT' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
  expect(onOuter).not.toHaveBeenCalled();
});

test('confirms by Enter in a field', async () => {
  const { user, sheet, onConfirm } = await setUp();
  await user.type(sheet.getByLabelText('Fund password'), '12{Enter}');
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('confirms nothing while disabled', async () => {
  const { user, sheet, onConfirm } = await setUp();
  await user.type(sheet.getByLabelText('Fund password'), '1{Enter}');
  expect(onConfirm).not.toHaveBeenCalled();
});

test('confirms once for repeated presses while the answer is pending', async () => {
  const { user, sheet, onConfirm } = await setUp({ isConfirming: true });
  await user.type(sheet.getByLabelText('Fund password'), '12{Enter}');
  await user.click(sheet.getByRole('button', { name: 'Withdraw 100 USDT' }));
  expect(onConfirm).not.toHaveBeenCalled();
});

test('shows an error, and requests to be closed', async () => {
  const { user, sheet, onOpenChange } = await setUp({ error: 'The fund password is wrong' });
  expect(sheet.getByRole('alert').textContent).toBe('The fund password is wrong');
  await user.click(sheet.getByRole('button', { name: 'Cancel' }));
  expect(onOpenChange).toHaveBeenCalledWith(false);
});
