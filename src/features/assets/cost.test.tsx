// Costs and unrealised profit of coins, and totals in fiat, through the real routes and store: unknown values are
// stated and never shown as a number.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getCosts, HOLDINGS_CSV_PATH } from '@halyard/contract/wallet/costCalls';
import { listMoneyRates } from '@halyard/contract/money-rates/calls';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { ownChosen, ownerKeyOf } from '../../domain/preferences/preferencesSlice.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { btcMarket, costsOf, serveExchange, TRADER, walletOf } from '../../testing/exchange.ts';
import type { FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { chooseUnit } from '../../testing/chooseUnit.ts';

async function open(backend: (server: FakeBackend) => void = () => undefined) {
  const wallet = walletOf([
    ['USDT', '1000', '250.5'],
    ['BTC', '0.5'],
  ]);
  const app = await renderApp({
    path: paths.assets(),
    user: TRADER,
    backend: (server) => {
      serveExchange(server, { wallet });
      backend(server);
    },
  });
  await screen.findByRole('heading', { name: 'Assets' });
  await total('11,250.50');
  return app;
}

type App = Awaited<ReturnType<typeof open>>;

const coins = () => within(screen.getByRole('region', { name: 'Coins' }));
const rows = () =>
  coins()
    .getAllByRole('listitem')
    .map((item) => item.textContent ?? '');
const heroText = () => screen.getByText('Total balance').closest('section')?.textContent ?? '';
const total = (figure: string) => waitFor(() => expect(heroText()).toContain(figure));
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
/** As another device would. */
function choose(app: App, totalUnit: string) {
  act(() => {
    app.app.store.dispatch(ownChosen({ owner: ownerKeyOf(TRADER.id), own: { totalUnit } }));
  });
}

describe('the cost of a coin', () => {
  const openBitcoin = async (app: App) => {
    await app.user.click(coins().getByRole('button', { name: /^BTC/ }));
    return within(await screen.findByRole('dialog', { name: 'BTC' }));
  };

  it('is beside the unrealised profit, which follows the price', async () => {
    const app = await open();
    await waitFor(() => expect(rows()[1]).toMatch(/\+2,000\.00.*\+25\.00%/));
    act(() => app.realtime.send(rooms.ticker, [btcMarket({ lastPrice: decimal('15000') })]));
    await waitFor(() => expect(rows()[1]).toMatch(/[−-]500\.00.*6\.25%/));
    const sheet = await openBitcoin(app);
    expect(sheet.getByText('Average cost').closest('div')?.textContent).toBe('Average cost16,000.00 USDT');
    expect(sheet.getByText('Unrealized PnL').closest('div')?.textContent).toMatch(/[−-]500\.00/);
    sheet.getByText(/Average cost in USDT, fees included/);
  });

  it('is shown as unknown with the reason, never as zero', async () => {
    const app = await open((server) =>
      server.on(getCosts, () => costsOf({ cost: null, unknownSince: '2026-01-02T03:04:05.678Z' })),
    );
    await waitFor(() => expect(rows()[1]).toMatch(/≈ 10,000\.00.*Cost unknown/));
    const sheet = await openBitcoin(app);
    expect(sheet.getAllByText('Unknown')).toHaveLength(3);
    sheet.getByText(/BTC had no price on Jan 2, 2026/);
  });

  it('is masked with the balances, and can be saved', async () => {
    const seen: string[] = [];
    const app = await open((server) =>
      server.onFile(HOLDINGS_CSV_PATH, ({ url }) => {
        seen.push(new URL(url).pathname);
        return new Response('currency\n', { headers: { 'content-type': 'text/csv' } });
      }),
    );
    await app.user.click(await coins().findByRole('button', { name: 'Export CSV' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Export CSV' }));
    await app.user.click(sheet.getByRole('button', { name: 'Save file' }));
    await waitFor(() => expect(seen).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await app.user.click(screen.getByRole('button', { name: 'Hide balances' }));
    await waitFor(() => expect(rows()[1]).not.toMatch(/2,000|25\.00/));
  });
});

describe('the total', () => {
  it('is shown in fiat by a dated rate', async () => {
    const app = await open((server) =>
      server.on(listMoneyRates, () => [{ currency: 'EUR', perUsdt: decimal('0.92'), day: daysAgo(1) }]),
    );
    await chooseUnit(app, /^EUR/);
    // Rounded down: 11,250.50 at 0.92.
    await total('10,350.46 EUR');
    expect(heroText()).toMatch(/1 USDT = 0\.92 EUR, rate of .*≈ 11,250\.50 USDT/);
  });

  it('is not shown with an outdated or missing rate, with a note', async () => {
    const rates = [
      { currency: 'EUR', perUsdt: decimal('0.92'), day: daysAgo(1) },
      { currency: 'JPY', perUsdt: decimal('150'), day: daysAgo(8) },
    ];
    const app = await open((server) => server.on(listMoneyRates, () => rates));
    await chooseUnit(app, /^EUR/, () => {
      expect(screen.getByRole('radio', { name: /^USD ·/ }).matches(':disabled')).toBe(true);
      expect(screen.getByRole('radio', { name: /^JPY/ }).matches(':disabled')).toBe(true);
      screen.getByText(/The last rate of JPY is from .*too old to use/);
    });
    await total('10,350.46 EUR');
    choose(app, 'JPY');
    await waitFor(() =>
      expect(heroText()).toMatch(/—No value.*The last rate of JPY is from .*too old to use.*≈ 11,250\.50 USDT/),
    );
    choose(app, 'CHF');
    await waitFor(() => expect(heroText()).toMatch(/—No value.*CHF: no rate available/));
  });
});
