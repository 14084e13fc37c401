// Home through the real routes and store: lists, search, sorting, favourites, moving and silent prices, and the user's
// worth.
// One market is opened in its chart.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { listMarkets } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { ownChosen, ownerKeyOf } from '../../domain/preferences/preferencesSlice.ts';
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
  it('are listed with price and change, and link to their chart', async () => {
    const app = await open();
    await waitFor(() => expect(pairs()).toEqual(['BTC', 'ETH']));
    expect(row('ETH').textContent).toMatch(/1,500\.00.*-2\.50%/);
    await app.user.click(row('ETH'));
    await waitFor(() => expect(app.location()).toBe(paths.kline({ symbol: 'ETH/USDT' })));
  });

  it('follow a search by coin or name, in any language, with a text when none matches', async () => {
    const app = await open();
    await waitFor(() => expect(pairs()).toHaveLength(2));
    const search = screen.getByRole('searchbox');
    for (const [text, base] of [
      ['eth', 'ETH'],
      ['bitcoin', 'BTC'],
      ['비트코인', 'BTC'],
      ['ビットコイン', 'BTC'],
    ] as const) {
      await app.user.clear(search);
      await app.user.type(search, text);
      await waitFor(() => expect(pairs()).toEqual([base]));
    }
    await app.user.type(search, 'zzz');
    await screen.findByText(/^No coin matches/);
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(pairs()).toHaveLength(2));
  });

  it('seen last come first before anything is typed', async () => {
    const app = await open();
    await waitFor(() => expect(pairs()).toHaveLength(2));
    await app.user.click(row('ETH'));
    await screen.findByRole('heading', { name: 'ETH/USDT' });
    await act(() => app.app.router.navigate(paths.home()));
    await app.user.click(await screen.findByRole('searchbox', { name: 'Search markets' }));
    const shown = await screen.findByRole('region', { name: 'Recent' });
    expect(
      within(shown)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([expect.stringContaining('ETH/USDT')]);
    within(screen.getByRole('region', { name: 'Popular' })).getByText('BTC');
  });

  it('with futures lead to trading them', async () => {
    const markets = [btcMarket({ isFuturesOpen: true }), ethMarket({ isFuturesOpen: false })];
    const app = await open({ backend: (server) => serveExchange(server, { markets }) });
    await waitFor(() => expect(pairs()).toHaveLength(2));
    await app.user.click(screen.getByRole('tab', { name: 'Futures' }));
    expect(pairs()).toEqual(['BTC']);
    expect(row('BTC').getAttribute('href')).toBe(`#${paths.lever({ symbol: 'BTC/USDT' })}`);
  });

  it('are sorted by a column, reversed by a second tap, and reset by a third', async () => {
    const app = await open();
    await waitFor(() => expect(pairs()).toHaveLength(2));
    const byChange = () => screen.getByRole('button', { name: '24 h' });
    await app.user.click(screen.getByRole('button', { name: 'Volume' }));
    expect(pairs()).toEqual(['ETH', 'BTC']);
    await app.user.click(byChange());
    expect([pairs(), byChange().getAttribute('aria-pressed')]).toEqual([['BTC', 'ETH'], 'true']);
    await app.user.click(byChange());
    expect(pairs()).toEqual(['ETH', 'BTC']);
    await app.user.click(byChange());
    expect([pairs(), byChange().getAttribute('aria-pressed')]).toEqual([['BTC', 'ETH'], 'false']);
  });

  it('have lists of gainers and of losers', async () => {
    const app = await open();
    await waitFor(() => expect(pairs()).toHaveLength(2));
    await app.user.click(screen.getByRole('tab', { name: 'Gainers' }));
    expect(pairs()).toEqual(['BTC']);
    await app.user.click(screen.getByRole('tab', { name: 'Losers' }));
    expect(pairs()).toEqual(['ETH']);
  });

  it('offer star and price alerts on a long press, without opening', async () => {
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

  it('update with the ticker, and only the changed one', async () => {
    const app = await open();
    await waitFor(() => expect(pairs()).toHaveLength(2));
    act(() => app.realtime.send(rooms.ticker, [btcMarket({ lastPrice: decimal('20123.4') })]));
    await waitFor(() => expect(row('BTC').textContent).toMatch(/20,123\.40/));
    expect(row('ETH').textContent).toMatch(/1,500\.00/);
  });

  it('dim after 10 s without data', async () => {
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

  it('are shown from the cache with their age while the exchange is unreachable', async () => {
    const { id, base, quote, pricePrecision, lastPrice, changePercent } = ethMarket();
    const markets = [{ id, base, quote, pricePrecision, lastPrice, changePercent, turnover: null }];
    localStorage.setItem('public-markets', JSON.stringify({ asOfMs: Date.UTC(2023, 2, 16, 14, 5), markets }));
    await open({ backend: (server) => server.on(listMarkets, () => refuse('SERVICE_UNAVAILABLE')) });
    await waitFor(() => expect(pairs()).toEqual(['ETH']));
    expect(row('ETH').textContent).toMatch(/1,500\.00.*-2\.50%/);
    await screen.findByText(/^As of/);
  });

  it('show loading', async () => {
    await open({ backend: (server) => server.on(listMarkets, neverAnswer) });
    expect(pairs()).toEqual([]);
    expect(document.querySelector('main [aria-busy="true"]')).not.toBeNull();
  });

  it('show a failed load, and load again', async () => {
    const app = await open({ backend: (server) => server.on(listMarkets, () => refuse('SERVICE_UNAVAILABLE')) });
    const failure = (await screen.findByText('Markets could not be loaded.')).closest('[role="alert"]');
    expect(failure?.textContent).toMatch(/briefly unavailable/);
    serveExchange(app.server);
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(pairs()).toEqual(['BTC', 'ETH']));
  });
});

describe('the balance card', () => {
  it('asks to log in, and shows that prices are simulated', async () => {
    const app = await open();
    await screen.findByText(/^Simulated market/);
    expect(screen.queryByText('Total balance')).toBeNull();
    await app.user.click(screen.getByRole('link', { name: 'Log in' }));
    await screen.findByRole('heading', { name: 'Log in' });
  });

  it('shows the total worth at current prices', async () => {
    const app = await open({ isLoggedIn: true });
    await screen.findByText('11,000.00');
    act(() => app.realtime.send(rooms.ticker, [btcMarket({ lastPrice: decimal('20002') })]));
    await screen.findByText('11,001.00');
  });

  it('has links to money actions', async () => {
    await open({ isLoggedIn: true });
    const links = within(screen.getByRole('group', { name: 'Total balance' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      [paths.deposit(), paths.withdraw(), paths.transfer(), paths.assetsRecord()].map((path) => `#${path}`),
    );
  });

  it('is followed by the first steps of a new user, until they are hidden', async () => {
    const app = await open({ isLoggedIn: true });
    const owner = ownerKeyOf(TRADER.id);
    await act(() => app.app.router.navigate(paths.settings()));
    act(() => void app.app.store.dispatch(ownChosen({ owner, own: { firstSteps: 'open' } })));
    await act(() => app.app.router.navigate(paths.home()));
    const steps = await screen.findByRole('region', { name: 'Get started' });
    const targets = () =>
      within(steps)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'));
    await within(steps).findByText('Done');
    await waitFor(() =>
      expect(targets()).toEqual(
        [
          paths.verificationBasic(),
          paths.deposit(),
          paths.trade({ symbol: 'BTC/USDT', side: 'buy', type: 'market' }),
        ].map((path) => `#${path}`),
      ),
    );
    await app.user.click(within(steps).getByRole('button', { name: 'Hide' }));
    expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
    await act(() => app.app.router.navigate(paths.settings()));
    await act(() => app.app.router.navigate(paths.home()));
    await screen.findByText('11,000.00');
    expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
  });

  it('masks figures, on the other screens too', async () => {
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
