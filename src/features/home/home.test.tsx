// Home through the real routes and store: lists, search, sorting, favourites, moving and silent prices, and the user's
// worth.
// One market is opened in its chart.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { listMarkets } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { paths } from '../../shared/navigation/paths.ts';
import { btcMarket, ethMarket, serveExchange, TRADER } from '../../testing/exchange.ts';
import { neverAnswer, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { fakeCanvas } from '../../testing/fakeCanvas.ts';
import { renderApp } from '../../testing/renderApp.tsx';

// One market is followed to its chart.
fakeCanvas();

async function open(options: { isLoggedIn?: boolean; backend?: (server: FakeBackend) => void } = {}) {
  const { isLoggedIn = false, backend = () => undefined } = options;
  const app = await renderApp({
    path: paths.home(),
    ...(isLoggedIn && { user: TRADER }),
    backend: (server) => {
      serveExchange(server);
      backend(server);
    },
  });
  await screen.findByRole('searchbox', { name: 'Search markets' });
  return app;
}

/** The shown pairs, from the top. */
const pairs = () =>
  screen.queryAllByRole('link').flatMap((link) => /(BTC|ETH)\/USDT/.exec(link.textContent ?? '')?.[1] ?? []);
const row = (base: string) => screen.getByRole('link', { name: new RegExp(`${base}.*/USDT`) });

describe('the markets', () => {
  it('are listed with price and change, and lead to their chart', async () => {
    const app = await open();
    await waitFor(() => expect(pairs()).toEqual(['BTC', 'ETH']));
    expect(row('ETH').textContent).toMatch(/1,500\.00.*-2\.50%/);
    await app.user.click(row('ETH'));
    await waitFor(() => expect(app.location()).toBe(paths.kline({ symbol: 'ETH/USDT' })));
  });

  it('follow the search, and say when none matches', async () => {
    const app = await open();
    await waitFor(() => expect(pairs()).toHaveLength(2));
    const search = screen.getByRole('searchbox');
    await app.user.type(search, 'eth');
    await waitFor(() => expect(pairs()).toEqual(['ETH']));
    await app.user.type(search, 'zzz');
    await screen.findByText('No market matches.');
    await app.user.clear(search);
    await waitFor(() => expect(pairs()).toHaveLength(2));
  });

  it('are ordered by a column, the other way by a second tap, and as they were by a third', async () => {
    const app = await open();
    await waitFor(() => expect(pairs()).toHaveLength(2));
    const byChange = () => screen.getByRole('button', { name: '24 h' });
    await app.user.click(screen.getByRole('button', { name: 'Pair / volume' }));
    expect(pairs()).toEqual(['ETH', 'BTC']);
    await app.user.click(byChange());
    expect([pairs(), byChange().getAttribute('aria-pressed')]).toEqual([['BTC', 'ETH'], 'true']);
    await app.user.click(byChange());
    expect(pairs()).toEqual(['ETH', 'BTC']);
    await app.user.click(byChange());
    expect([pairs(), byChange().getAttribute('aria-pressed')]).toEqual([['BTC', 'ETH'], 'false']);
  });

  it('that rose and that fell have lists of their own', async () => {
    const app = await open();
    await waitFor(() => expect(pairs()).toHaveLength(2));
    await app.user.click(screen.getByRole('tab', { name: 'Gainers' }));
    expect(pairs()).toEqual(['BTC']);
    await app.user.click(screen.getByRole('tab', { name: 'Losers' }));
    expect(pairs()).toEqual(['ETH']);
  });

  it('offer their star and their price alerts when they are held, and are not opened by that', async () => {
    const app = await open();
    await waitFor(() => expect(pairs()).toHaveLength(2));
    const starOf = () => screen.queryByRole('img', { name: 'Favourite ETH/USDT' });
    const target = () => screen.getAllByText('ETH').at(-1) as Element;
    await app.user.pointer({ keys: '[TouchA>]', target: target() });
    const add = await waitFor(() => {
      fireEvent.contextMenu(target());
      return screen.getByRole('button', { name: 'Add to favourites' });
    });
    await app.user.pointer({ keys: '[/TouchA]', target: target() });
    await app.user.click(add);
    await waitFor(() => expect(starOf()).not.toBeNull());
    await app.user.click(screen.getByRole('tab', { name: 'Favourites' }));
    expect(pairs()).toEqual(['ETH']);
    // By the context menu key.
    const hold = async (name: string) =>
      app.user.click(
        await waitFor(() => {
          fireEvent.contextMenu(target());
          return screen.getByRole('button', { name });
        }),
      );
    await hold('Price alerts');
    expect(await screen.findByRole('dialog', { name: 'Price alerts: ETH/USDT' })).toBeDefined();
    await app.user.keyboard('{Escape}');
    await hold('Remove from favourites');
    await screen.findByText('Tap the star on a chart to add one.');
    expect(app.location()).toBe(paths.home());
  });

  it('move with the ticker, and only the one that did', async () => {
    const app = await open();
    await waitFor(() => expect(pairs()).toHaveLength(2));
    act(() => app.realtime.send(rooms.ticker, [btcMarket({ lastPrice: decimal('20123.4') })]));
    await waitFor(() => expect(row('BTC').textContent).toMatch(/20,123\.40/));
    expect(row('ETH').textContent).toMatch(/1,500\.00/);
  });

  it('dim once nothing was heard of them for 10 s', async () => {
    const app = await open();
    await waitFor(() => expect(pairs()).toHaveLength(2));
    const isDim = (base: string) => row(base).parentElement?.className.includes('quiet');
    const { now } = Date;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 11_000);
    act(() => app.realtime.send(rooms.ticker, [ethMarket({ lastPrice: decimal('1501') })]));
    await waitFor(() => expect(row('ETH').textContent).toMatch(/1,501/));
    await waitFor(() => expect(isDim('BTC')).toBe(true));
    expect(isDim('ETH')).toBe(false);
  });

  it('are shown as they were last known, with their age, where the exchange cannot be asked', async () => {
    const { id, base, quote, pricePrecision, lastPrice, changePercent } = ethMarket();
    const markets = [{ id, base, quote, pricePrecision, lastPrice, changePercent, turnover: null }];
    localStorage.setItem('public-markets', JSON.stringify({ asOfMs: Date.UTC(2023, 2, 16, 14, 5), markets }));
    await open({ backend: (server) => server.on(listMarkets, () => refuse('SERVICE_UNAVAILABLE')) });
    await waitFor(() => expect(pairs()).toEqual(['ETH']));
    expect(row('ETH').textContent).toMatch(/1,500\.00.*-2\.50%/);
    await screen.findByText(/^As of/);
  });

  it('are shown as coming while they load', async () => {
    await open({ backend: (server) => server.on(listMarkets, neverAnswer) });
    expect(pairs()).toEqual([]);
    expect(document.querySelector('main [aria-busy="true"]')).not.toBeNull();
  });

  it('that could not be loaded are said so, and loaded again', async () => {
    const app = await open({ backend: (server) => server.on(listMarkets, () => refuse('SERVICE_UNAVAILABLE')) });
    const failure = (await screen.findByText('Markets could not be loaded.')).closest('[role="alert"]');
    expect(failure?.textContent).toMatch(/briefly unavailable/);
    serveExchange(app.server);
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(pairs()).toEqual(['BTC', 'ETH']));
  });
});

describe('the card', () => {
  it('asks who is not logged in to, and says that prices are simulated', async () => {
    const app = await open();
    await screen.findByText('Simulated market');
    expect(screen.queryByText('Total balance')).toBeNull();
    await app.user.click(screen.getByRole('link', { name: 'Log in' }));
    await screen.findByRole('heading', { name: 'Log in' });
  });

  it('says what all is worth at the prices of now', async () => {
    const app = await open({ isLoggedIn: true });
    await screen.findByText('11,000.00');
    act(() => app.realtime.send(rooms.ticker, [btcMarket({ lastPrice: decimal('20002') })]));
    await screen.findByText('11,001.00');
  });

  it('leads to what one does with money', async () => {
    await open({ isLoggedIn: true });
    const links = within(screen.getByRole('group', { name: 'Total balance' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      [paths.deposit(), paths.withdraw(), paths.transfer(), paths.assetsRecord()].map((path) => `#${path}`),
    );
  });

  it('hides figures, on the other screens too', async () => {
    const app = await open({ isLoggedIn: true });
    await screen.findByText('11,000.00');
    await app.user.click(screen.getByRole('button', { name: 'Hide balances' }));
    await waitFor(() => expect(screen.queryByText('11,000.00')).toBeNull());
    await app.user.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'Assets' }));
    await screen.findByRole('heading', { name: 'Assets' });
    await screen.findByRole('region', { name: 'Coins' });
    expect(document.querySelector('main')?.textContent).not.toMatch(/11,000|1,000|0\.5/);
  });
});
