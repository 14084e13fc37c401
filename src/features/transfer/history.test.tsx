// The history of transfers through the real routes and store: one row each, pages, and actions when it is empty or
// fails.
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listTransferSides, type Transfer } from '@halyard/contract/wallet/transferCalls';
import { decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange, TRADER, transferOf } from '../../testing/exchange.ts';
import { refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const pageOf = <Row,>(rows: Row[]) => ({ rows, page: 1, limit: 40, total: rows.length, nextPageUrl: null });

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
        serveExchange(server);
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

  it('has one row per transfer, when the exchange sends both sides', async () => {
    const back = transferOf({ id: 2, from: 'futures', to: 'spot', amount: decimal('0.00000001') });
    await openHistory((server) =>
      server.on(listTransferSides, () =>
        pageOf([sideOf(4, back), sideOf(3, back), sideOf(2, transferOf()), sideOf(1, transferOf())]),
      ),
    );
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(rows()[0]).toMatch(/^FromFuturesToSpot.*0\.00000001 USDT$/);
    expect(rows()[1]).toMatch(/^FromSpotToFutures.*500\.00 USDT$/);
  });

  it('shows single sides when the server sends no more', async () => {
    await openHistory((server) => server.on(listTransferSides, () => pageOf([sideOf(1, undefined)])));
    await waitFor(() => expect(rows()[0]).toMatch(/^From the server.*-3\.00 USDT$/));
  });

  it('continues page by page, and a failed page is requested again', async () => {
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
    await screen.findByText('Could not load more');
    app.server.on(listTransferSides, ({ page = 1 }) => pageOf(sides.slice((page - 1) * 40, page * 40)));
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rows()).toHaveLength(25));
  });

  it('asks for the accounts, coin and days that the filters name', async () => {
    const requests: unknown[] = [];
    const app = await openHistory((server) =>
      server.on(listTransferSides, (request) => {
        requests.push(request);
        return pageOf([sideOf(1, transferOf())]);
      }),
    );
    await app.user.click(await screen.findByRole('button', { name: 'Filters' }));
    for (const [field, choice] of [
      ['From', 'Futures'],
      ['To', 'Spot'],
    ] as const) {
      await app.user.click(screen.getByRole('combobox', { name: field }));
      await app.user.click(await screen.findByRole('option', { name: choice }));
    }
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ fromAccount: 'futures', toAccount: 'spot' }));
  });

  it('that is empty links to the first transfer', async () => {
    const app = await openHistory((server) => server.on(listTransferSides, () => pageOf([])));
    await screen.findByText('No transfers yet.');
    await app.user.click(screen.getByRole('link', { name: 'Transfer' }));
    await screen.findByRole('textbox', { name: 'Amount' });
    expect(app.location()).toBe(paths.transfer());
  });
});
