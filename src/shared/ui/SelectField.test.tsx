// One of 249 countries is found by name, accent or code, by touch and by keys; screen readers are informed of the
// choice and the number of matches.
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { useCountries } from '../format/useCountries.ts';
import { SelectField } from './SelectField.tsx';

type FormProps = { start?: string; onValue?: (value: string) => void; error?: string };

function CountryForm({ start, onValue, error }: FormProps) {
  const countries = useCountries();
  const [code, setCode] = useState(start);
  const change = (next: string) => {
    setCode(next);
    onValue?.(next);
  };
  return (
    <SelectField
      label="Country"
      value={code}
      onValueChange={change}
      error={error}
      options={countries.map(({ code: value, name, keywords }) => ({ value, label: name, keywords }))}
    />
  );
}

const CHAINS = [
  { value: 'trc20', label: 'TRC20', detail: 'TRON' },
  { value: 'erc20', label: 'ERC20', detail: 'Ethereum', isDisabled: true },
  { value: 'omni', label: 'OMNI', detail: 'Bitcoin' },
] as const;

function ChainForm({ onValue }: { onValue: (value: string) => void }) {
  return <SelectField label="Chain" value="trc20" onValueChange={onValue} options={CHAINS} />;
}

const optionNames = () => screen.getAllByRole('option').map(({ textContent }) => textContent?.trim());

test('a country is found by its name, chosen by a press, and shown', async () => {
  const onValue = vi.fn<(value: string) => void>();
  const { user } = await renderUi(<CountryForm onValue={onValue} />);
  const field = screen.getByRole('combobox', { name: 'Country' });
  expect(field.textContent).toBe('Choose');
  await user.click(field);
  await screen.findByRole('dialog', { name: 'Country' });
  expect(screen.getAllByRole('option')).toHaveLength(249);
  await user.type(screen.getByRole('combobox', { name: 'Search' }), 'viet');
  expect(optionNames()).toEqual(['Vietnam']);
  expect(screen.getByText('1 found')).toBeDefined();
  await user.click(screen.getByRole('option', { name: 'Vietnam' }));
  expect(onValue).toHaveBeenCalledWith('VN');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field.textContent).toBe('Vietnam');
});

test('a country is found without its accents, and by its English name, in another language', async () => {
  const { user } = await renderUi(<CountryForm />, 'vnm');
  await user.click(screen.getByRole('combobox', { name: 'Country' }));
  const search = await screen.findByRole('combobox', { name: 'Tìm' });
  await user.type(search, 'dai loan');
  expect(optionNames()).toEqual(['Đài Loan']);
  await user.clear(search);
  await user.type(search, 'germany');
  expect(optionNames()).toEqual(['Đức']);
  await user.clear(search);
  await user.type(search, 'atlantis');
  expect(screen.queryAllByRole('option')).toEqual([]);
  expect(screen.getByText('Không tìm thấy')).toBeDefined();
});

test('the keys move through the matches, and Enter chooses', async () => {
  const onValue = vi.fn<(value: string) => void>();
  const { user } = await renderUi(<CountryForm onValue={onValue} />);
  await user.click(screen.getByRole('combobox', { name: 'Country' }));
  const search = await screen.findByRole('combobox', { name: 'Search' });
  await user.type(search, 'korea');
  expect(optionNames()).toEqual(['North Korea', 'South Korea']);
  await user.keyboard('{ArrowDown}');
  const active = document.getElementById(search.getAttribute('aria-activedescendant') ?? '');
  expect(active?.textContent).toContain('South Korea');
  await user.keyboard('{Enter}');
  expect(onValue).toHaveBeenCalledWith('KR');
});

test('the chosen option is announced, and the keys begin there', async () => {
  const { user } = await renderUi(<CountryForm start="JP" />);
  await user.click(screen.getByRole('combobox', { name: 'Country' }));
  const search = await screen.findByRole('combobox', { name: 'Search' });
  expect(screen.getByRole('option', { selected: true, name: 'Japan' })).toBeDefined();
  expect(document.getElementById(search.getAttribute('aria-activedescendant') ?? '')?.textContent).toContain('Japan');
});

test('few options have no search, and the list takes the keys; disabled options cannot be chosen', async () => {
  const onValue = vi.fn<(value: string) => void>();
  const { user } = await renderUi(<ChainForm onValue={onValue} />);
  await user.click(screen.getByRole('combobox', { name: 'Chain' }));
  const list = await screen.findByRole('listbox', { name: 'Chain' });
  expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull();
  await user.click(within(list).getByRole('option', { name: 'ERC20 Ethereum' }));
  list.focus();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onValue).not.toHaveBeenCalled();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onValue).toHaveBeenCalledWith('omni');
});

test('the field is invalid and described while there is an error', async () => {
  await renderUi(<CountryForm error="Choose your country" />);
  const field = screen.getByRole('combobox', { name: 'Country', description: 'Choose your country' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
});
