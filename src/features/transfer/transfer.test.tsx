// Transfers through the real routes and store: the way is chosen, checked before it is sent, sent once however often it is pressed, and listed.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listTransfers, listTransferSides, transferFunds, type Transfer } from '@halyard/contract/calls/records';
import { listUserCurrencies } from '@halyard/contract/calls/wallet';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { build } from '@halyard/contract/testing/build';
import { paths } from '../../shared/navigation/paths.ts';
import { MOVABLE, serveExchange, TRADER, walletOf } from '../../testing/exchange.ts';
import { breakConnection, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const WALLET = walletOf(
  [
    ['USDT', '1000', '250.5'],
    ['BTC', '0.5'],
  ],
  { contract: [['USDT', '30']], option: [['USDT', '0']], trust: [['BTC', '0']] },
);

function transferOf(overrides: Partial<Transfer> = {}): Transfer {
  const [usdt] = MOVABLE;
  if (usdt === undefined) throw new Error('nothing can be moved');
  const own = { currencyId: usdt.id, currency: 'USDT', from: 'spot', to: 'contract', amount: decimal('500') } as const;
  return { id: 1, at: '2026-01-02T03:04:05.678Z', ...own, ...overrides };
}

async function open(backend: (server: FakeBackend) => void = () => undefined, path = paths.transfer()) {
  const app = await renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveExchange(server, { wallet: WALLET });
      server.on(transferFunds, () => transferOf());
      server.on(listTransfers, () => pageOf([]));
      backend(server);
    },
  });
  await screen.findByRole('textbox', { name: 'Quantity' });
  return app;
}

const pageOf = <Row,>(rows: Row[]) => ({ rows, page: 1, limit: 40, total: rows.length, nextPageUrl: null });
const field = (name: string) => screen.getByRole('combobox', { name });
const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Transfer(?! records)/ });
type App = Awaited<ReturnType<typeof open>>;

async function choose(app: App, name: string, option: string) {
  await app.user.click(field(name));
  const sheet = within(await screen.findByRole('dialog'));
  await app.user.click(sheet.getByRole('option', { name: option }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

describe('the way of a transfer', () => {
  it('begins with USDT from spot to contract, and what there is of it', async () => {
    await open();
    expect([field('From').textContent, field('To').textContent, field('Coin').textContent]).toEqual([
      'Spot account',
      'Contract account',
      expect.stringContaining('USDT'),
    ]);
    await screen.findByText(/1,000\.00/);
    expect(document.title).toBe('Deposit · Halyard');
    screen.getByRole('heading', { name: 'Transfer' });
  });

  it('is turned round, and its amount goes with the balance that it was of', async () => {
    const app = await open();
    await app.user.type(amount(), '12');
    await app.user.click(screen.getByRole('button', { name: 'Swap' }));
    expect([field('From').textContent, field('To').textContent]).toEqual(['Contract account', 'Spot account']);
    expect(amount().value).toBe('');
    await screen.findByText(/^30\.00/);
  });

  it('swaps when one end is chosen for the other', async () => {
    const app = await open();
    await choose(app, 'To', 'Spot account');
    expect([field('From').textContent, field('To').textContent]).toEqual(['Contract account', 'Spot account']);
    await choose(app, 'From', 'Trust account');
    expect([field('From').textContent, field('To').textContent]).toEqual(['Trust account', 'Spot account']);
  });

  it('offers only coins that both accounts have', async () => {
    const app = await open();
    await app.user.click(field('Coin'));
    expect(within(await screen.findByRole('dialog')).getAllByRole('option')).toHaveLength(1);
    await app.user.keyboard('{Escape}');
    await choose(app, 'To', 'Trust account');
    await choose(app, 'Coin', 'BTC');
    await screen.findByText(/^0\.50/);
  });

  it('begins where a link says', async () => {
    await open(undefined, paths.transfer({ from: 'spot', currency: 'BTC' }));
    expect([field('To').textContent, field('Coin').textContent]).toEqual([
      'Trust account',
      expect.stringContaining('BTC'),
    ]);
  });

  it('that no coin can go is said so', async () => {
    await renderApp({
      path: paths.transfer(),
      user: TRADER,
      backend: (server) => {
        serveExchange(server, { wallet: WALLET });
        server.on(listUserCurrencies, () => MOVABLE.slice(1));
      },
    });
    await screen.findByText('No coin can be moved between these accounts.');
    expect(button().disabled).toBe(true);
  });

  it('that could not be read is read again', async () => {
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
    await screen.findByRole('textbox', { name: 'Quantity' });
  });
});

describe('a transfer', () => {
  it('of all that is available is sent once, told, and its amount cleared', async () => {
    const app = await open();
    await app.user.click(screen.getByRole('button', { name: 'All' }));
    await app.user.dblClick(screen.getByRole('button', { name: 'Transfer 1,000.00 USDT' }));
    await screen.findByText('1,000.00 USDT transferred');
    expect(app.server.seen(transferFunds).map(({ request }) => request)).toEqual([
      expect.objectContaining({ from: 'spot', to: 'contract', amount: '1000', clientRequestId: expect.any(String) }),
    ]);
    await waitFor(() => expect(amount().value).toBe(''));
  });

  it.each([
    ['1000.00000001', /Insufficient balance/],
    ['0.123456789', /too many decimals/],
    ['0', /Amount is required/],
  ])('of %s is refused beside the field, and not sent', async (typed, reason) => {
    const app = await open();
    await screen.findByText(/1,000\.00/);
    await app.user.type(amount(), typed);
    await app.user.click(button());
    await screen.findByText(reason);
    expect(app.server.seen(transferFunds)).toEqual([]);
  });

  it('keeps its id after a lost answer, and the next one gets another', async () => {
    const app = await open((server) => server.on(transferFunds, breakConnection));
    await app.user.type(amount(), '5');
    await app.user.click(button());
    await screen.findByText(/the same transfer is never made twice/);
    app.server.on(transferFunds, () => transferOf());
    await app.user.click(button());
    await screen.findByText('5.00 USDT transferred');
    await app.user.type(amount(), '5');
    await app.user.click(button());
    await waitFor(() => expect(app.server.seen(transferFunds)).toHaveLength(3));
    const [first, second, third] = app.server.seen(transferFunds).map(({ request }) => request.clientRequestId);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('whose answer was lost but which was made is found by its id', async () => {
    const app = await open((server) => {
      server.on(transferFunds, breakConnection);
      server.on(listTransfers, () => pageOf([transferOf({ amount: decimal('5') })]));
    });
    await app.user.type(amount(), '5');
    await app.user.click(button());
    await screen.findByText('5.00 USDT transferred');
    const [sent] = app.server.seen(transferFunds);
    expect(app.server.seen(listTransfers)[0]?.request.clientRequestId).toBe(sent?.request.clientRequestId);
  });

  it('that the exchange refuses is explained, and what was typed stays', async () => {
    const app = await open((server) => server.on(transferFunds, () => refuse('INSUFFICIENT_BALANCE')));
    await app.user.type(amount(), '5');
    await app.user.click(button());
    await screen.findByText(/Insufficient balance/);
    expect(amount().value).toBe('5');
  });

  it('under way is not sent again', async () => {
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

  it('is off, with the reason, while the exchange cannot be reached or what it says is old', async () => {
    const app = await open();
    await app.user.type(amount(), '5');
    act(() => app.realtime.setState('offline'));
    await screen.findByText('You are offline. Connect to the internet and try again.');
    expect(button().disabled).toBe(true);
    act(() => app.realtime.setState('connected'));
    await waitFor(() => expect(button().disabled).toBe(false));
    app.realtime.setSilence(6000);
    await screen.findByText(/Balances may be out of date/);
    expect(button().disabled).toBe(true);
  });

  it('follows the balance as the exchange moves it', async () => {
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

describe('the history', () => {
  const example = build(listTransferSides.answer).rows[0];
  const sideOf = (id: number, transfer: Transfer | undefined) => {
    if (example === undefined) throw new Error('the example has no rows');
    return { ...example, id, value: decimal('-3'), currency: 'USDT', info: 'From the server', transfer };
  };

  async function openHistory(backend: (server: FakeBackend) => void) {
    const app = await renderApp({
      path: paths.transferRecord(),
      user: TRADER,
      backend: (server) => {
        serveExchange(server, { wallet: WALLET });
        backend(server);
      },
    });
    await screen.findByRole('heading', { name: 'Transfer records' });
    return app;
  }
  const rows = () =>
    within(screen.getByRole('list', { name: 'Transfer records' }))
      .getAllByRole('listitem')
      .map((row) => row.textContent);

  it('has one row a transfer, whose two sides the exchange tells', async () => {
    const back = transferOf({ id: 2, from: 'contract', to: 'spot', amount: decimal('0.00000001') });
    await openHistory((server) =>
      server.on(listTransferSides, () =>
        pageOf([sideOf(4, back), sideOf(3, back), sideOf(2, transferOf()), sideOf(1, transferOf())]),
      ),
    );
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(rows()[0]).toMatch(/^FromContractToSpot.*0\.00000001 USDT$/);
    expect(rows()[1]).toMatch(/^FromSpotToContract.*500\.00 USDT$/);
    await screen.findByText('That is all');
  });

  it('shows the sides alone where the server knows no more', async () => {
    await openHistory((server) => server.on(listTransferSides, () => pageOf([sideOf(1, undefined)])));
    await waitFor(() => expect(rows()[0]).toMatch(/^From the server.*-3\.00 USDT$/));
  });

  it('goes on page by page, and a page that fails is asked for again', async () => {
    const transfers = Array.from({ length: 25 }, (_, place) => transferOf({ id: 25 - place }));
    const sides = transfers.flatMap((transfer) => [
      sideOf(transfer.id * 2, transfer),
      sideOf(transfer.id * 2 - 1, transfer),
    ]);
    const app = await openHistory((server) =>
      server.on(listTransferSides, ({ page = 1 }) =>
        page === 1 ? pageOf(sides.slice(0, 40)) : refuse('SERVICE_UNAVAILABLE'),
      ),
    );
    await waitFor(() => expect(rows()).toHaveLength(20));
    await app.user.click(screen.getByRole('button', { name: 'Load more' }));
    await screen.findByText('More could not be loaded');
    app.server.on(listTransferSides, ({ page = 1 }) => pageOf(sides.slice((page - 1) * 40, page * 40)));
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rows()).toHaveLength(25));
  });

  it('that is empty leads to the first transfer', async () => {
    const app = await openHistory((server) => server.on(listTransferSides, () => pageOf([])));
    await screen.findByText('No transfers yet.');
    await app.user.click(screen.getByRole('link', { name: 'Transfer' }));
    expect(app.location()).toBe(paths.transfer());
    await screen.findByRole('textbox', { name: 'Quantity' });
  });
});
