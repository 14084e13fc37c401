// Transfers through the real routes and store: accounts are chosen, checked before sending, and sent once however often
// the button is pressed.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { listTransfers, transferFunds } from '@halyard/contract/wallet/transferCalls';
import { listUserCurrencies } from '@halyard/contract/wallet/calls';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { paths } from '../../shared/navigation/paths.ts';
import { futuresOf, serveFutures, servePositions } from '../../testing/futures.ts';
import { MOVABLE, serveExchange, TRADER, transferOf, walletOf } from '../../testing/exchange.ts';
import { breakConnection, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const WALLET = walletOf(
  [
    ['USDT', '1000', '250.5'],
    ['BTC', '0.5'],
  ],
  { futures: [['USDT', '30']], option: [['USDT', '0']], trust: [['BTC', '0']] },
);

async function open(backend: (server: FakeBackend) => void = () => undefined, path = paths.transfer()) {
  const app = await renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveExchange(server, { wallet: WALLET });
      servePositions(server);
      server.on(transferFunds, () => transferOf());
      server.on(listTransfers, () => pageOf([]));
      backend(server);
    },
  });
  await screen.findByRole('textbox', { name: 'Amount' });
  return app;
}

const pageOf = <Row,>(rows: Row[]) => ({ rows, page: 1, limit: 40, total: rows.length, nextPageUrl: null });
const field = (name: string) => screen.getByRole('combobox', { name });
const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Transfer(?! records)/ });
type App = Awaited<ReturnType<typeof open>>;

async function choose(app: App, name: string, option: string) {
  await app.user.click(field(name));
  const sheet = within(await screen.findByRole('dialog'));
  await app.user.click(await sheet.findByRole('option', { name: option }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

describe('the direction of a transfer', () => {
  it('starts with USDT from spot to futures, with its balance', async () => {
    await open();
    expect([field('From').textContent, field('To').textContent, field('Coin').textContent]).toEqual([
      'Spot account',
      'Futures account',
      expect.stringContaining('USDT'),
    ]);
    await screen.findByText(/1,000\.00/);
    expect(document.title).toBe('Deposit · Halyard');
    screen.getByRole('heading', { name: 'Transfer' });
  });

  it('starts at an account with a balance, and leads to one without', async () => {
    const wallet = walletOf([['USDT', '0']], { futures: [['USDT', '30']], option: [['USDT', '0']] });
    await open((server) => serveExchange(server, { wallet }));
    expect([field('From').textContent, field('To').textContent]).toEqual(['Futures account', 'Spot account']);
    cleanup();
    await open((server) => serveExchange(server, { wallet }), paths.transfer({ from: 'option' }));
    expect([field('From').textContent, field('To').textContent]).toEqual(['Futures account', 'Option account']);
  });

  it('can be reversed, which drops the amount of the old balance', async () => {
    const app = await open();
    await app.user.type(amount(), '12');
    await app.user.click(screen.getByRole('button', { name: 'Swap' }));
    expect([field('From').textContent, field('To').textContent]).toEqual(['Futures account', 'Spot account']);
    expect(amount().value).toBe('');
    await screen.findByText(/^30\.00/);
  });

  it('offers of the futures account what the losses of cross positions leave', async () => {
    // Five lots of 0.01 BTC, opened 12 above the price.
    const cross = futuresOf({ mode: 'cross' });
    await open((server) => serveFutures(server, { open: [cross] }), paths.transfer({ from: 'futures' }));
    await screen.findByText(/^999\.40/);
  });

  it('swaps when one end is chosen for the other', async () => {
    const app = await open();
    await choose(app, 'To', 'Spot account');
    expect([field('From').textContent, field('To').textContent]).toEqual(['Futures account', 'Spot account']);
    await choose(app, 'From', 'Earn account');
    expect([field('From').textContent, field('To').textContent]).toEqual(['Earn account', 'Spot account']);
  });

  it('offers only coins that both accounts have', async () => {
    const app = await open();
    await app.user.click(field('Coin'));
    expect(within(await screen.findByRole('dialog')).getAllByRole('option')).toHaveLength(1);
    await app.user.keyboard('{Escape}');
    await choose(app, 'To', 'Earn account');
    await choose(app, 'Coin', 'BTC Bitcoin');
    await screen.findByText(/^0\.5 ?BTC|^0\.5$/);
  });

  it('starts as a link says', async () => {
    await open(undefined, paths.transfer({ from: 'spot', currency: 'BTC' }));
    expect([field('To').textContent, field('Coin').textContent]).toEqual([
      'Earn account',
      expect.stringContaining('BTC'),
    ]);
  });

  it.each([
    ['option', 'Option account'],
    ['futures', 'Futures account'],
  ] as const)('goes to the account %s of the screen that it was opened from', async (to, name) => {
    await open(undefined, paths.transfer({ to, currency: 'USDT' }));
    expect([field('From').textContent, field('To').textContent]).toEqual(['Spot account', name]);
  });

  it('without a possible coin shows that', async () => {
    await renderApp({
      path: paths.transfer(),
      user: TRADER,
      backend: (server) => {
        serveExchange(server, { wallet: WALLET });
        server.on(listUserCurrencies, () => []);
      },
    });
    await screen.findByText('No coins can be moved between these accounts.');
    expect(button().disabled).toBe(true);
  });

  it('is read again after a failure', async () => {
    const app = await renderApp({
      path: paths.transfer(),
      user: TRADER,
      backend: (server) => {
        serveExchange(server, { wallet: WALLET });
        server.on(listUserCurrencies, () => refuse('SERVICE_UNAVAILABLE'));
      },
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    app.server.on(listUserCurrencies, () => [...MOVABLE]);
    await app.user.click(retry);
    await screen.findByRole('textbox', { name: 'Amount' });
  });
});

describe('a transfer', () => {
  it('of the whole balance is sent once, confirmed, and its amount cleared', async () => {
    const app = await open();
    await app.user.click(screen.getByRole('button', { name: 'All' }));
    await app.user.dblClick(screen.getByRole('button', { name: 'Transfer 1,000.00 USDT' }));
    await screen.findByText('1,000.00 USDT transferred');
    expect(app.server.seen(transferFunds).map(({ request }) => request)).toEqual([
      expect.objectContaining({ from: 'spot', to: 'futures', amount: '1000', clientRequestId: expect.any(String) }),
    ]);
    await waitFor(() => expect(amount().value).toBe(''));
  });

  it('of nothing is refused beside the field, and not sent', async () => {
    const app = await open();
    await screen.findByText(/1,000\.00/);
    await app.user.type(amount(), '0');
    await app.user.click(button());
    await screen.findByText(/Amount is required/);
    expect(app.server.seen(transferFunds)).toEqual([]);
  });

  it('above the known balance shows a note, but the exchange decides: its balance may be newer', async () => {
    const app = await open((server) => server.on(transferFunds, () => transferOf({ amount: decimal('1500') })));
    await screen.findByText(/1,000\.00/);
    await app.user.type(amount(), '1500');
    await screen.findByText(/Insufficient balance/);
    await app.user.click(button());
    await screen.findByText('1,500.00 USDT transferred');
    expect(app.server.seen(transferFunds)).toHaveLength(1);
  });

  it('is sent again under its id after a lost answer, with a note, and the next one gets another id', async () => {
    const app = await open((server) => server.on(transferFunds, breakConnection));
    await app.user.type(amount(), '5');
    await app.user.click(button());
    await screen.findByText(/^Connection lost/);
    app.server.on(transferFunds, () => transferOf());
    await screen.findByText('5.00 USDT transferred');
    const ids = () => app.server.seen(transferFunds).map(({ request }) => request.clientRequestId);
    expect(ids().length).toBeGreaterThan(1);
    await app.user.type(amount(), '6');
    await app.user.click(button());
    await waitFor(() => expect(new Set(ids()).size).toBe(2));
    expect(new Set(ids().slice(0, -1)).size).toBe(1);
  });

  it('that the exchange refuses is explained, and the input stays', async () => {
    const app = await open((server) => server.on(transferFunds, () => refuse('INSUFFICIENT_BALANCE')));
    await app.user.type(amount(), '5');
    await app.user.click(button());
    await screen.findByText(/Insufficient balance/);
    expect(amount().value).toBe('5');
  });

  it('that is running is not sent again', async () => {
    const answers: (() => void)[] = [];
    const app = await open((server) =>
      server.on(transferFunds, () => new Promise((resolve) => answers.push(() => resolve(transferOf())))),
    );
    await app.user.type(amount(), '5');
    await app.user.click(button());
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'));
    await app.user.click(button());
    act(() => answers.forEach((answer) => answer()));
    await screen.findByText('5.00 USDT transferred');
    expect(app.server.seen(transferFunds)).toHaveLength(1);
  });

  it('is disabled, with the reason, while the exchange is unreachable or its data outdated', async () => {
    const app = await open();
    await app.user.type(amount(), '5');
    act(() => app.realtime.setState('offline'));
    await screen.findByText('The server could not be reached. Check your connection and try again.');
    expect(button().disabled).toBe(true);
    act(() => app.realtime.setState('connected'));
    await waitFor(() => expect(button().disabled).toBe(false));
    app.realtime.setSilence(6000);
    await screen.findByText(/Balances may be out of date/);
    expect(button().disabled).toBe(true);
  });

  it('is disabled, with another reason, while the device is offline', async () => {
    const app = await open();
    await app.user.type(amount(), '5');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    await screen.findByText('You are offline. Connect to the internet and try again.');
    expect(button().disabled).toBe(true);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(button().disabled).toBe(false));
  });

  it('follows balance changes', async () => {
    const app = await open();
    await screen.findByText(/1,000\.00/);
    await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
    const balance = { account: 'spot', currencyId: MOVABLE[0]?.id, currency: 'USDT', held: decimal('0') };
    act(() =>
      app.realtime.send(rooms.account, {
        event: 'balance',
        balances: [{ ...balance, available: decimal('7.25') }],
      }),
    );
    await screen.findByText(/^7\.25/);
    await app.user.click(screen.getByRole('button', { name: 'All' }));
    screen.getByRole('button', { name: 'Transfer 7.25 USDT' });
  });
});
