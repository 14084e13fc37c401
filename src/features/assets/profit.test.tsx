// Profit and the worth curve as computed by the exchange, through the real routes and store: by eye, pointer and screen
// reader.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getPerformance } from '@halyard/contract/wallet/entryCalls';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { paths } from '../../shared/navigation/paths.ts';
import { btcMarket, performanceOf, serveExchange, TRADER, walletOf } from '../../testing/exchange.ts';
import { refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { equityCurve, linePath } from './equityCurve.ts';

const WALLET = walletOf([
  ['USDT', '1250.5'],
  ['BTC', '0.5'],
]);

async function open(backend: (server: FakeBackend) => void = () => undefined) {
  const app = await renderApp({
    path: paths.assets(),
    user: TRADER,
    backend: (server) => {
      serveExchange(server, { wallet: WALLET });
      backend(server);
    },
  });
  await screen.findByRole('region', { name: 'Coins' });
  return app;
}

const card = () => {
  const section = screen.getByRole('heading', { name: 'Profit' }).closest('section');
  if (section === null) throw new Error('the heading stands outside of its card');
  return within(section);
};
const figures = () =>
  card()
    .getAllByRole('definition')
    .map((figure) => figure.textContent);

describe('profit', () => {
  it('of today, 7 and 30 days has a sign, an arrow and a percentage', async () => {
    await open();
    await waitFor(() => expect(figures()).toEqual(['+182.09▲+1.48%', '-20.00▼-0.17%', '0.000.00%']));
  });

  it('that is unknown is not zero', async () => {
    const unknown = { amount: null, percent: null };
    await open((server) =>
      server.on(getPerformance, () =>
        performanceOf({ days7: unknown, days30: { amount: decimal('5'), percent: null }, curve: [] }),
      ),
    );
    await waitFor(() => expect(figures()[0]).toMatch(/182/));
    expect(figures().slice(1)).toEqual(['—No value', '+5.00—No value']);
    card().getByText('The chart starts after one full day.');
  });

  it('is computed again when money moves', async () => {
    const app = await open();
    await waitFor(() => expect(figures()[0]).toMatch(/182/));
    app.server.on(getPerformance, () =>
      performanceOf({ today: { amount: decimal('-7.5'), percent: decimal('-0.1') } }),
    );
    await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
    const balance = { account: 'spot', currencyId: 1, currency: 'USDT', available: decimal('9'), held: decimal('0') };
    app.realtime.send(rooms.account, { event: 'balance', balances: [balance] });
    await waitFor(() => expect(figures()[0]).toBe('-7.50▼-0.10%'));
  });

  it('and the curve end with the total above, at any prices and balances', async () => {
    const app = await open();
    const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Day on the chart' });
    const ends = () => ({
      total: screen
        .getByText('Total balance')
        .closest('section')
        ?.textContent?.match(/([\d,.]+) USDT/)?.[1],
      now: slider.getAttribute('aria-valuetext')?.match(/([\d,.]+) USDT/)?.[1],
      today: figures()[0],
    });
    await waitFor(() => expect(ends()).toEqual({ total: '11,250.50', now: '11,250.50', today: '+182.09▲+1.48%' }));
    app.realtime.send(rooms.ticker, [btcMarket({ lastPrice: decimal('30000') })]);
    await waitFor(() => expect(ends()).toEqual({ total: '16,250.50', now: '16,250.50', today: '+5,182.09▲+42.13%' }));
    // A deposit is no profit, also before the exchange has recomputed.
    app.server.on(getPerformance, () => new Promise<never>(() => undefined));
    await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
    const balance = {
      account: 'spot',
      currencyId: 1,
      currency: 'USDT',
      available: decimal('2250.5'),
      held: decimal('0'),
    };
    app.realtime.send(rooms.account, { event: 'balance', balances: [balance] });
    await waitFor(() => expect(ends()).toEqual({ total: '17,250.50', now: '17,250.50', today: '+5,182.09▲+42.13%' }));
  });

  it('that could not be computed shows the error, and can be read again', async () => {
    const app = await open((server) => server.on(getPerformance, () => refuse('SERVICE_UNAVAILABLE')));
    const retry = await waitFor(() => card().getByRole('button', { name: 'Try again' }));
    app.server.on(getPerformance, () => performanceOf());
    await app.user.click(retry);
    await waitFor(() => expect(figures()[0]).toMatch(/182/));
  });

  it('has no card on servers that do not compute it', async () => {
    const app = await open((server) => server.on(getPerformance, () => refuse('CALL_NOT_FOUND')));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Profit' })).toBeNull());
    expect(app.server.seen(getPerformance).length).toBeGreaterThan(0);
  });
});

describe('the curve', () => {
  it('can be read day by day with a slider, starting with now', async () => {
    await open();
    const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Day on the chart' });
    expect(slider.getAttribute('aria-valuetext')).toBe('Now: 11,250.50 USDT');
    fireEvent.change(slider, { target: { value: '1' } });
    // The worth at the start of 2 January belongs to the day before.
    expect(slider.getAttribute('aria-valuetext')).toBe('Jan 1: 10,900.25 USDT');
    card().getByText('10,900.25');
  });

  it('has a summary for screen readers', async () => {
    await open();
    await screen.findByText(
      'From Dec 31 to Now: from 11,000.00 to 11,250.50 USDT, lowest 10,900.25, highest 11,250.50.',
    );
  });

  it('fills its box from the first day to now, the highest at the top', () => {
    const curve = equityCurve(performanceOf().curve);
    expect(curve?.spots.map(({ x }) => x)).toEqual([0, 0.5, 1]);
    expect(curve?.spots.map(({ y }) => Math.round(y * 100))).toEqual([69, 94, 6]);
    expect(linePath(curve?.spots ?? [])).toMatch(/^M0,\d+(\.\d+)?L50,94L100,6$/);
  });

  it('of a constant worth runs through the middle, and one of a single point is not drawn', () => {
    const [point] = performanceOf().curve;
    const flat = point === undefined ? [] : [point, point];
    expect(equityCurve(flat)?.spots.map(({ y }) => Math.round(y * 100))).toEqual([50, 50]);
    expect(equityCurve(flat.slice(1))).toBeUndefined();
    expect(equityCurve([])).toBeUndefined();
  });
});
