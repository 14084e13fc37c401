// "All" takes a balance exactly and never more than allowed; addresses and cards are chosen by touch and keys with
// their details read aloud; two sides are swapped; long text is counted and described.
import { decimal, type Decimal } from '@halyard/contract/money';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { AmountField } from './AmountField.tsx';
import { RadioRows } from './RadioRows.tsx';
import { SwapRow } from './SwapRow.tsx';
import { TextAreaField } from './TextField.tsx';

describe('an amount', () => {
  type FormProps = { available: Decimal | undefined; most?: Decimal; onValue?: (value: string) => void };
  function Form({ onValue, ...rest }: FormProps) {
    const [value, setValue] = useState('');
    const change = (next: string) => {
      setValue(next);
      onValue?.(next);
    };
    return <AmountField label="Amount" unit="USDT" places={8} value={value} onValueChange={change} {...rest} />;
  }

  test('takes the whole balance, to the last digit that may be sent', async () => {
    const onValue = vi.fn<(value: string) => void>();
    const { user } = await renderUi(<Form available={decimal('1234.567890123456789')} onValue={onValue} />, 'esp');
    await user.click(screen.getByRole('button', { name: 'Todo' }));
    expect(onValue).toHaveBeenCalledWith('1234.56789012');
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('1234,56789012');
  });

  test('takes no more than allowed', async () => {
    const onValue = vi.fn<(value: string) => void>();
    const { user } = await renderUi(<Form available={decimal('100')} most={decimal('99')} onValue={onValue} />);
    await user.click(screen.getByRole('button', { name: 'All' }));
    expect(onValue).toHaveBeenCalledWith('99');
  });

  test('shows the balance below, and a dash while it is unknown', async () => {
    const { rerender } = await renderUi(<Form available={decimal('7027.5')} />);
    expect(screen.getByText('Available').nextElementSibling?.textContent).toContain('7,027.50');
    rerender(<Form available={undefined} />);
    expect(screen.getByText('Available').nextElementSibling?.textContent).toContain('—');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'All' }).disabled).toBe(true);
  });

  test('takes nothing from an empty balance', async () => {
    await renderUi(<Form available={decimal('0')} />);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'All' }).disabled).toBe(true);
  });
});

describe('rows to choose from', () => {
  function Form({ onRemove, error }: { onRemove?: () => void; error?: string }) {
    const [address, setAddress] = useState<'cold' | 'hot'>();
    const remove = (
      <button type="button" onClick={onRemove}>
        Remove
      </button>
    );
    return (
      <RadioRows
        label="Address"
        value={address}
        onValueChange={setAddress}
        error={error}
        options={[
          { value: 'cold', label: 'Cold', detail: 'TN3W…', end: remove },
          { value: 'hot', label: 'Hot', detail: 'TQ5m…' },
        ]}
      />
    );
  }

  test('one is chosen, by a press on its text and by the arrow keys', async () => {
    // user-event needs it to find the other radio buttons, and jsdom lacks it.
    vi.stubGlobal('CSS', { escape: (name: string) => name });
    onTestFinished(() => void vi.unstubAllGlobals());
    const { user } = await renderUi(<Form />);
    await user.click(screen.getByText('TN3W…'));
    const rows = within(screen.getByRole('radiogroup', { name: 'Address' }));
    expect(rows.getByRole<HTMLInputElement>('radio', { name: /Cold/, description: 'TN3W…' }).checked).toBe(true);
    await user.keyboard('{ArrowDown}');
    expect(rows.getByRole<HTMLInputElement>('radio', { name: /Hot/ }).checked).toBe(true);
  });

  test('the control at the end of a row chooses nothing', async () => {
    const onRemove = vi.fn<() => void>();
    const { user } = await renderUi(<Form onRemove={onRemove} />);
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(onRemove).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
  });

  test('are described by their error', async () => {
    await renderUi(<Form error="Choose an address" />);
    expect(screen.getByRole('radiogroup', { name: 'Address', description: 'Choose an address' })).toBeDefined();
  });
});

test('swaps two sides', async () => {
  const onSwap = vi.fn<() => void>();
  const { user } = await renderUi(<SwapRow from={<p>Spot</p>} to={<p>Contract</p>} onSwap={onSwap} />);
  await user.click(screen.getByRole('button', { name: 'Swap' }));
  expect(onSwap).toHaveBeenCalledTimes(1);
});

test('accepts long text with line breaks, counted, described and limited', async () => {
  const onValue = vi.fn<(value: string) => void>();
  function Form() {
    const [value, setValue] = useState('');
    const change = (next: string) => {
      setValue(next);
      onValue(next);
    };
    return <TextAreaField label="Remark" value={value} onValueChange={change} maxLength={12} hint="Optional" />;
  }
  const { user } = await renderUi(<Form />);
  await user.type(screen.getByRole('textbox', { name: 'Remark', description: 'Optional' }), 'one{Enter}two and more');
  expect(onValue).toHaveBeenLastCalledWith('one\ntwo and ');
  expect(screen.getByText('12/12')).toBeDefined();
});
