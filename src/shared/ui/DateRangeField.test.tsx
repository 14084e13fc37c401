// A range of days is chosen as a preset or by its ends, shown in the user's language, and accepted only in order.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { DateRangeField, type DayRange } from './DateRangeField.tsx';

function Form({ start = { kind: 'all' }, onValue }: { start?: DayRange; onValue?: (range: DayRange) => void }) {
  const [range, setRange] = useState(start);
  const change = (next: DayRange) => {
    setRange(next);
    onValue?.(next);
  };
  return <DateRangeField label="Date" value={range} onValueChange={change} />;
}

const field = () => screen.getByRole('combobox', { name: 'Date' });

test('the last days are chosen by one press', async () => {
  const onValue = vi.fn<(range: DayRange) => void>();
  const { user } = await renderUi(<Form onValue={onValue} />);
  expect(field().textContent).toBe('All dates');
  await user.click(field());
  await user.click(await screen.findByRole('option', { name: 'Last 30 days' }));
  expect(onValue).toHaveBeenCalledWith({ kind: 'last', days: 30 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field().textContent).toBe('Last 30 days');
});

test('custom days are accepted once they are in order', async () => {
  const onValue = vi.fn<(range: DayRange) => void>();
  const { user } = await renderUi(<Form onValue={onValue} />);
  await user.click(field());
  await user.click(await screen.findByRole('option', { name: 'Custom dates' }));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2023-03-17' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2023-03-16' } });
  await user.click(screen.getByRole('button', { name: 'Show these days' }));
  expect(screen.getByText('The first day is after the last')).toBeDefined();
  expect(onValue).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2023-03-10' } });
  await user.click(screen.getByRole('button', { name: 'Show these days' }));
  expect(onValue).toHaveBeenCalledWith({ kind: 'days', from: '2023-03-10', to: '2023-03-16' });
  expect(field().textContent).toBe('Mar 10, 2023 – Mar 16, 2023');
});

test.each([
  [{ kind: 'days', from: '2023-03-10', to: '' }, 'Desde 10 mar 2023'],
  [{ kind: 'days', from: '', to: '2023-03-10' }, 'Hasta 10 mar 2023'],
  [{ kind: 'days', from: '', to: '' }, 'Todas'],
  [{ kind: 'last', days: 7 }, 'Últimos 7 días'],
] as const)('%j is shown as %s', async (start, text) => {
  await renderUi(<Form start={start} />, 'esp');
  expect(field().textContent).toBe(text);
});
