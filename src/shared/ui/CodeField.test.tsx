import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { CodeField, PinField } from './CodeField.tsx';

function Code({ kind: Kind }: { kind: typeof CodeField | typeof PinField }) {
  const [value, setValue] = useState('');
  return <Kind label="Code" value={value} onValueChange={setValue} />;
}

test.each(['123 456', '１２３４５６', '๑๒๓-๔๕๖', '\u2066123456\u2069'])('reads a pasted %s', async (text) => {
  const { user } = await renderUi(<Code kind={CodeField} />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  await user.click(field);
  await user.paste(text);
  expect(field.value).toBe('123456');
});

test.each([CodeField, PinField])('%o leaves composed text alone until the composition ends', async (kind) => {
  await renderUi(<Code kind={kind} />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  fireEvent.compositionStart(field);
  fireEvent.input(field, { target: { value: '１' } });
  fireEvent.input(field, { target: { value: '１２' } });
  expect(field.value).toBe('１２');
  fireEvent.compositionEnd(field);
  expect(field.value).toBe('12');
});

// Six digits are entered by key and by paste, with any separators; the field is masked, numeric, and excluded from
// password managers.

function Form({ start = '', error, onValue }: { start?: string; error?: string; onValue?: (pin: string) => void }) {
  const [pin, setPin] = useState(start);
  const change = (next: string) => {
    setPin(next);
    onValue?.(next);
  };
  return <PinField label="Fund password" name="pin" value={pin} onValueChange={change} error={error} hint="6 digits" />;
}

test('accepts six digits and nothing else', async () => {
  const onValue = vi.fn<(pin: string) => void>();
  const { user } = await renderUi(<Form onValue={onValue} />);
  await user.type(screen.getByLabelText('Fund password'), '1a2-3 4567');
  expect(onValue).toHaveBeenLastCalledWith('123456');
});

test.each(['123 456', '123-456-', '１２３４５６', '1234567'])('accepts a pasted %s', async (pasted) => {
  const onValue = vi.fn<(pin: string) => void>();
  const { user } = await renderUi(<Form onValue={onValue} />);
  await user.click(screen.getByLabelText('Fund password'));
  await user.paste(pasted);
  expect(onValue).toHaveBeenLastCalledWith('123456');
});

test('deletes the last digit', async () => {
  const onValue = vi.fn<(pin: string) => void>();
  const { user } = await renderUi(<Form start="1234" onValue={onValue} />);
  await user.type(screen.getByLabelText('Fund password'), '{Backspace}');
  expect(onValue).toHaveBeenLastCalledWith('123');
});

test('is masked, numeric and excluded from password managers', async () => {
  await renderUi(<Form start="12" />);
  const input = screen.getByLabelText('Fund password');
  expect(input.getAttribute('type')).toBe('password');
  expect(input.getAttribute('inputmode')).toBe('numeric');
  expect(input.getAttribute('autocomplete')).toBe('off');
});

test('is described by its error and its hint', async () => {
  await renderUi(<Form error="Enter the fund password" />);
  const input = screen.getByLabelText('Fund password');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  const ids = (input.getAttribute('aria-describedby') ?? '').split(' ');
  const described = ids.map((id) => document.getElementById(id)?.textContent);
  expect(described).toEqual(expect.arrayContaining(['Enter the fund password', '6 digits']));
});
