import { decimal } from '@halyard/contract/money';
import { expect, test } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { Change } from './Change.tsx';
import { Num } from './Num.tsx';

test('a number has every digit, in the locale, with its unit', async () => {
  const { container } = await renderUi(
    <Num value={decimal('12345678901234567890.12')} kind="amount" places={2} unit="USDT" />,
    'esp',
  );
  expect(container.textContent).toBe('12.345.678.901.234.567.890,12 USDT');
});

test.each([null, undefined])('%s is a dash that is read as no value, never as zero', async (value) => {
  const { container } = await renderUi(<Num value={value} kind="price" places={2} unit="USDT" />);
  expect(container.textContent).toBe('—No value');
  expect(container.querySelector('[aria-hidden="true"]')?.textContent).toBe('—');
});

test('figures are excluded from browser translation', async () => {
  const { container } = await renderUi(
    <>
      <Num value={decimal('1')} kind="price" places={2} />
      <Change percent={decimal('4.12')} />
    </>,
  );
  expect([...container.children].map((figure) => figure.getAttribute('translate'))).toEqual(['no', 'no']);
});

test('a masked balance looks the same for every value', async () => {
  const masked = async (text: string) => {
    const { container } = await renderUi(<Num value={decimal(text)} kind="amount" places={2} isMasked />);
    return container.innerHTML;
  };
  expect(await masked('1')).toBe(await masked('1234567.89'));
  expect(await masked('1')).toContain('Hidden');
});

test('a number may have the colour of its own sign', async () => {
  const { container } = await renderUi(<Num value={decimal('-5')} kind="pnl" places={2} tone="sign" />);
  expect(container.firstElementChild?.className).toContain('down');
  expect(container.textContent).toBe('-5.00');
});

test.each([
  ['4.12', '▲+4.12%', 'up'],
  ['-4.12', '▼-4.12%', 'down'],
  ['0', '0.00%', 'flat'],
  ['-0.001', '0.00%', 'flat'],
])('a change of %s has the arrow, sign and colour of its rounded value', async (percent, text, direction) => {
  const { container } = await renderUi(<Change percent={decimal(percent)} variant="pill" />);
  expect(container.textContent).toBe(text);
  if (direction !== 'flat') expect(container.firstElementChild?.className).toContain(direction);
  expect(container.querySelector('[aria-hidden="true"]')?.textContent).toBe(direction === 'flat' ? undefined : text[0]);
});

test('an unknown change is a dash', async () => {
  const { container } = await renderUi(<Change percent={undefined} />);
  expect(container.textContent).toBe('—No value');
});
