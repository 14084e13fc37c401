// A movable line goes where it is dragged or moved by keys, reports its new price on release, and remains there only if
// its owner accepts. Every element is 400 x 300.
import { decimal } from '@halyard/contract/money';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { filled } from '../../testing/dailyCandles.ts';
import { fakeCanvas } from '../../testing/fakeCanvas.ts';
import { renderUi } from '../../testing/renderUi.tsx';
import { CandleChart } from './CandleChart.tsx';

fakeCanvas();

async function setUp(price = '1250') {
  const onMove = vi.fn();
  const line = { id: 'loss-1', side: 'even', price: decimal(price), label: 'Stop loss', isMovable: true } as const;
  const marks = { orders: [line], trades: [], onMove };
  const { user } = await renderUi(
    <CandleChart label="BTC/USDT" source={filled(0, 300)} period="1day" pricePlaces={1} marks={marks} />,
  );
  const grip = await screen.findByRole('slider', { name: 'Stop loss' });
  Object.assign(grip, { setPointerCapture: () => undefined });
  const y = Number.parseFloat(grip.parentElement?.style.translate.split(' ')[1] ?? '');
  const drag = (kind: 'Down' | 'Move' | 'Up', px: number) =>
    fireEvent[`pointer${kind}`](grip, { clientY: y - px, button: 0 });
  return { user, grip, onMove, drag, y };
}

test('goes where it is dragged, and reports its price on release', async () => {
  const { grip, onMove, drag } = await setUp();
  drag('Down', 0);
  drag('Move', 40);
  const announced = Number(grip.getAttribute('aria-valuenow'));
  expect(announced).toBeGreaterThan(1250);
  expect(onMove).not.toHaveBeenCalled();
  drag('Up', 40);
  expect(onMove.mock.calls).toEqual([['loss-1', String(announced)]]);
  expect(grip.getAttribute('aria-valuenow')).toBe('1250');
});

test('is moved by keys, and cancelled with Escape or at its old place', async () => {
  const { grip, onMove, user } = await setUp();
  act(() => grip.focus());
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}{Escape}{Enter}');
  expect(onMove).not.toHaveBeenCalled();
  await user.keyboard('{ArrowDown}');
  const announced = grip.getAttribute('aria-valuenow');
  await user.keyboard('{Enter}');
  expect(onMove.mock.calls).toEqual([['loss-1', announced]]);
  expect(Number(announced)).toBeLessThan(1250);
});

test('an order starts at the price of the crosshair, or at the close after keyboard input', async () => {
  const onPlace = vi.fn();
  const marks = { orders: [], trades: [], onPlace };
  const { user } = await renderUi(
    <CandleChart label="BTC/USDT" source={filled(0, 300)} period="1day" pricePlaces={1} marks={marks} />,
  );
  const surface = await screen.findByRole('slider');
  expect(screen.queryByRole('button', { name: /^Order at/ })).toBeNull();
  act(() => surface.focus());
  await user.keyboard('{ArrowLeft}');
  await user.click(await screen.findByRole('button', { name: /^Order at/ }));
  expect(onPlace.mock.calls).toEqual([[filled(0, 300).candles.at(-1)?.close]]);
});

test('waits at the edge while its price is out of sight', async () => {
  const { onMove, drag, y } = await setUp('10');
  expect(y).toBeGreaterThan(100);
  drag('Down', 0);
  drag('Move', 30);
  drag('Up', 30);
  expect(Number(onMove.mock.calls[0]?.[1])).toBeGreaterThan(500);
});

test('are at the edge with their sides, the nearest first, and counted where there is no place', async () => {
  const lineOf = (price: string, side: 'buy' | 'sell') =>
    ({ id: price, side, price: decimal(price), label: price, isMovable: true }) as const;
  const orders = [lineOf('9000', 'sell'), lineOf('8000', 'buy'), lineOf('7000', 'sell'), lineOf('6000', 'sell')];
  const marks = { orders, trades: [], onMove: vi.fn() };
  await renderUi(<CandleChart label="BTC/USDT" source={filled(0, 300)} period="1day" pricePlaces={1} marks={marks} />);
  const near = await screen.findByRole('slider', { name: '6000' });
  expect(near.textContent).toBe('S 6,000.0');
  const placed = orders.map(({ id }) => screen.getByRole('slider', { name: id }).parentElement);
  expect(placed.map((line) => line?.style.getPropertyValue('--place'))).toEqual(['2', '2', '1', '0']);
  expect(placed.map((line) => line?.getAttribute('data-more'))).toEqual(['', '+2', null, null]);
});
