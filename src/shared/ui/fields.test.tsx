// Fields are connected to their labels, errors and hints for screen readers; a number field shows the user's language
// and passes canonical decimals to the form.
import type { Language } from '@halyard/contract/languages';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { Checkbox } from './Checkbox.tsx';
import { NumberField } from './NumberField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { TextField } from './TextField.tsx';

function describedTexts(control: HTMLElement): string {
  const ids = (control.getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' | ');
}

describe('a text field', () => {
  test('passes on typed text', async () => {
    const onValueChange = vi.fn<(value: string) => void>();
    const { user } = await renderUi(<TextField label="E-mail" value="ad" onValueChange={onValueChange} />);
    await user.type(screen.getByLabelText('E-mail'), 'a');
    expect(onValueChange).toHaveBeenLastCalledWith('ada');
  });

  test('is described by its error and its hint, and invalid while there is an error', async () => {
    await renderUi(
      <TextField label="Code" value="" onValueChange={() => undefined} error="Enter the code" hint="6 digits" />,
    );
    const input = screen.getByLabelText('Code');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(describedTexts(input)).toContain('Enter the code');
    expect(describedTexts(input)).toContain('6 digits');
  });

  test('is not invalid without an error', async () => {
    await renderUi(<TextField label="Code" value="" onValueChange={() => undefined} />);
    expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).not.toBe('true');
  });

  test('accepts nothing while disabled', async () => {
    const onValueChange = vi.fn<(value: string) => void>();
    const { user } = await renderUi(<TextField label="Code" value="" onValueChange={onValueChange} isDisabled />);
    await user.type(screen.getByLabelText('Code'), '1');
    expect(onValueChange).not.toHaveBeenCalled();
  });
});

test('a password is hidden until shown on request, in the user’s language', async () => {
  const { user } = await renderUi(
    <PasswordField label="Clave" value="secret" onValueChange={() => undefined} />,
    'esp',
  );
  const input = screen.getByLabelText('Clave');
  expect(input.getAttribute('type')).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Mostrar contraseña' }));
  expect(input.getAttribute('type')).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Ocultar contraseña' }));
  expect(input.getAttribute('type')).toBe('password');
});

test('a checkbox is toggled by its text, and its error describes it', async () => {
  const onCheckedChange = vi.fn<(isChecked: boolean) => void>();
  const { user } = await renderUi(
    <Checkbox label="I agree" isChecked={false} onCheckedChange={onCheckedChange} error="Please agree" />,
  );
  await user.click(screen.getByText('I agree'));
  expect(onCheckedChange).toHaveBeenCalledWith(true);
  expect(describedTexts(screen.getByRole('checkbox', { name: 'I agree' }))).toBe('Please agree');
});

describe('a number field', () => {
  function Form({ onValue, start = '' }: { onValue: (value: string) => void; start?: string }) {
    const [value, setValue] = useState(start);
    const change = (next: string) => {
      setValue(next);
      onValue(next);
    };
    return (
      <>
        <NumberField label="Amount" unit="BTC" value={value} onValueChange={change} />
        <button type="button" onClick={() => change('0.25')}>
          Quarter
        </button>
      </>
    );
  }
  const setUp = async (language: Language, start = '') => {
    const onValue = vi.fn<(value: string) => void>();
    const { user } = await renderUi(<Form onValue={onValue} start={start} />, language);
    const input = screen.getByLabelText<HTMLInputElement>('Amount');
    return { user, input, onValue };
  };

  test('accepts a comma in Spanish and passes on a point', async () => {
    const { user, input, onValue } = await setUp('esp');
    await user.type(input, '1,5');
    expect(input.value).toBe('1,5');
    expect(onValue.mock.calls.flat()).toEqual(['1', '1', '1.5']);
  });

  test('accepts the comma of a phone in another language as the point', async () => {
    const { user, input, onValue } = await setUp('en');
    await user.type(input, '1,5');
    expect(onValue).toHaveBeenLastCalledWith('1.5');
    await user.tab();
    expect(input.value).toBe('1.5');
  });

  test('shows group separators on blur and none while edited', async () => {
    const { user, input } = await setUp('esp', '28110.5');
    expect(input.value).toBe('28.110,5');
    await user.click(input);
    expect(input.value).toBe('28110,5');
    await user.tab();
    expect(input.value).toBe('28.110,5');
  });

  test('keeps twenty digits and more', async () => {
    const { user, input, onValue } = await setUp('en');
    await user.click(input);
    await user.paste('12,345,678,901,234,567,890.123456789012345678');
    expect(onValue).toHaveBeenLastCalledWith('12345678901234567890.123456789012345678');
    await user.tab();
    expect(input.value).toBe('12,345,678,901,234,567,890.123456789012345678');
  });

  test('rejects letters', async () => {
    const { user, input, onValue } = await setUp('en');
    await user.type(input, '1e5');
    expect(input.value).toBe('15');
    expect(onValue).toHaveBeenLastCalledWith('15');
  });

  test('passes on an empty value when cleared', async () => {
    const { user, input, onValue } = await setUp('en', '5');
    await user.clear(input);
    expect(onValue).toHaveBeenLastCalledWith('');
  });

  test('shows a value set by a button instead of typed text, which the next typing replaces', async () => {
    const { user, input } = await setUp('esp');
    await user.type(input, '7');
    await user.click(screen.getByText('Quarter'));
    expect(input.value).toBe('0,25');
    await user.type(input, '5');
    expect(input.value).toBe('5');
  });

  test('exposes its unit to screen readers', async () => {
    const { input } = await setUp('en');
    expect(describedTexts(input)).toContain('BTC');
  });
});
