// The markets sheet finds, sorts, stars and opens markets by hand and by keys, renders only visible rows, and works
// offline. Through the real routes and store, with a fake exchange.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { MarketId } from '@halyard/contract/ids';
import { listMarkets, type Market } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { replaceMarkets } from '../../domain/markets/marketsData.ts';
import { writeMarketSnapshot } from '../../domain/markets/marketSnapshot.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { btcMarket, ethMarket, serveExchange } from '../../testing/exchange.ts';
import { breakConnection } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const solMarket = (overrides: Partial<Market> = {}) =>
  ethMarket({ id: 3 as MarketId, base: 'SOL', lastPrice: decimal('140'), changePercent: null, ...overrides });
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => btcMarket({ id: (index + 10) as MarketId, base: `COIN${index}` }));

async function open(markets: readonly Market[] = [btcMarket(), ethMarket(), solMarket()]) {
  const app = await renderApp({
    path: paths.trade({ symbol: 'BTC/USDT' }),
    backend: (server) => serveExchange(server, { markets }),
  });
  await openSheet(app, 'BTC/USDT');
  return app;
}

async function openSheet({ user }: Pick<Awaited<ReturnType<typeof renderApp>>, 'user'>, name: string) {
  await user.click(await screen.findByRole('button', { name }));
  await screen.findByRole('table', { name: 'Markets' });
}

const table = () => within(screen.getByRole('table', { name: 'Markets' }));
const bases = () =>
  table()
    .getAllByRole('row')
    .slice(1)
    .map((row) => /^[A-Z0-9]+/.exec(row.textContent)?.[0]);
const search = () => screen.getByRole('searchbox', { name: 'Search markets' });
const head = (name: string) => table().getByRole('columnheader', { name });

describe('the markets', () => {
  it('are found while typing, with their number', async () => {
    const { user } = await open();
    await user.type(search(), 'ether');
    expect(bases()).toEqual(['ETH']);
    expect(screen.getByText('1 market').closest('[role="status"]')).not.toBeNull();
    await user.clear(search());
    await user.type(search(), 'nothing');
    await screen.findByText('No market matches.');
  });

  it('are sorted by their heads, missing figures last, and stay in place while prices move', async () => {
    const { user, realtime } = await open();
    await user.click(table().getByRole('button', { name: 'Change' }));
    expect(head('Change').getAttribute('aria-sort')).toBe('descending');
    expect(bases()).toEqual(['BTC', 'ETH', 'SOL']);
    await user.click(table().getByRole('button', { name: 'Change' }));
    expect(bases()).toEqual(['ETH', 'BTC', 'SOL']);
    act(() => realtime.send(rooms.ticker, [ethMarket({ changePercent: decimal('9') })]));
    await table().findByText('+9.00%');
    expect(bases()).toEqual(['ETH', 'BTC', 'SOL']);
    await user.click(table().getByRole('button', { name: 'Pair' }));
    expect(head('Pair').getAttribute('aria-sort')).toBe('ascending');
    await user.click(table().getByRole('button', { name: 'Price' }));
    expect(bases()).toEqual(['BTC', 'ETH', 'SOL']);
    expect(head('Pair').getAttribute('aria-sort')).toBe('none');
  });

  it('are starred in their row and become favourites; opened ones become recents', async () => {
    const app = await open();
    await app.user.click(screen.getByRole('tab', { name: 'Favourites' }));
    await screen.findByText(/Tap the star/);
    await app.user.click(screen.getByRole('tab', { name: 'All' }));
    await app.user.click(table().getByRole('button', { name: 'Favourite ETH/USDT' }));
    await app.user.click(screen.getByRole('tab', { name: 'Favourites' }));
    expect(bases()).toEqual(['ETH']);
    await app.user.click(table().getByRole('button', { name: 'ETH/USDT' }));
    await waitFor(() => expect(app.location()).toMatch(/ETH/));
    await openSheet(app, 'ETH/USDT');
    await app.user.click(screen.getByRole('tab', { name: 'Recent' }));
    expect(bases()).toEqual(['ETH', 'BTC']);
  });

  it('can be navigated and chosen by keys only', async () => {
    const { user, location } = await open();
    await user.click(search());
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('ETH/USDT');
    await user.keyboard('sol');
    expect([document.activeElement === search(), bases()]).toEqual([true, ['SOL']]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(location()).toMatch(/SOL/));
  });

  it('are rendered only where visible, however many there are', async () => {
    const { user } = await open([btcMarket(), ...many(499)]);
    expect(table().getAllByRole('row').length).toBeLessThan(40);
    expect(screen.getByRole('table', { name: 'Markets' }).getAttribute('aria-rowcount')).toBe('501');
    await user.type(search(), 'coin49');
    expect(bases().slice(0, 2)).toEqual(['COIN49', 'COIN490']);
  });
});

describe('offline', () => {
  it('the markets are the cached ones, with their age', async () => {
    writeMarketSnapshot(replaceMarkets([btcMarket(), ethMarket()], Date.now() - 5 * 60_000));
    const app = await renderApp({
      path: paths.trade({ symbol: 'ETH/USDT' }),
      backend: (server) => {
        serveExchange(server);
        server.on(listMarkets, breakConnection);
      },
    });
    act(() => app.realtime.setState('offline'));
    await openSheet(app, 'ETH/USDT');
    await screen.findByText(/^You are offline\. Prices are from .*\(5 minutes ago\); trading is off\.$/);
    expect(bases()).toEqual(['BTC', 'ETH']);
    await app.user.type(search(), 'bitcoin');
    expect(bases()).toEqual(['BTC']);
    // No market, so no ticket.
    expect(screen.queryByRole('form', { name: 'Order' })).toBeNull();
  });

  it('those on the screen stay, with their age', async () => {
    const app = await open();
    act(() => app.realtime.setState('offline'));
    await screen.findByText(/^You are offline\. Prices are from .*\(now\)/);
    expect(bases()).toEqual(['BTC', 'ETH', 'SOL']);
  });
});
