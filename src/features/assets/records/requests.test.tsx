// Deposits and withdrawals through the real routes and store: listed with their status, live, each with its page.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listDeposits, type Deposit } from '@halyard/contract/deposits/calls';
import { listEntries } from '@halyard/contract/wallet/entryCalls';
import { listWithdrawalAddresses, listWithdrawals } from '@halyard/contract/withdrawals/calls';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { build } from '@halyard/contract/testing/build';
import { paths } from '../../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../../testing/exchange.ts';
import type { FakeBackend } from '../../../testing/fakeBackend.ts';
import { renderApp } from '../../../testing/renderApp.tsx';

async function open(backend: (server: FakeBackend) => void, path = paths.assetsRecord()) {
  const app = await renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(listWithdrawalAddresses, () => []);
      server.on(listEntries, () => ({ rows: [], total: 0, limit: 30 }));
      backend(server);
    },
  });
  await screen.findByRole('heading', { name: 'Records' });
  return app;
}

const texts = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

describe('deposits and withdrawals', () => {
  const pageOf = <Row,>(rows: Row[]) => ({ rows, page: 1, limit: 20, total: rows.length, nextPageUrl: null });
  const deposit = build(listDeposits.answer).rows[0];
  const withdrawal = build(listWithdrawals.answer).rows[0];
  if (deposit === undefined || withdrawal === undefined) throw new Error('the examples have no rows');
  const own = { channel: 'USDT', settlement: 'USDT', chain: 'TRC20', createdAt: '2026-01-02T03:04:05.000Z' } as const;

  it('are listed with their status, and the reason of a rejection', async () => {
    const rows: Deposit[] = [
      { ...deposit, ...own, id: 2 as Deposit['id'], amount: decimal('1000'), status: 'pending' },
      {
        ...deposit,
        ...own,
        id: 1 as Deposit['id'],
        amount: decimal('5.13'),
        status: 'rejected',
        rejectReason: 'Not seen',
      },
    ];
    const app = await open((server) => {
      server.on(listDeposits, () => pageOf(rows));
      server.on(listWithdrawals, () =>
        pageOf([{ ...withdrawal, ...own, amount: decimal('100'), status: 'passed' as const, isTest: false }]),
      );
    });
    await app.user.click(screen.getByRole('tab', { name: 'Deposits' }));
    await waitFor(() => expect(texts('Deposits')).toHaveLength(2));
    expect(app.location()).toBe(paths.assetsRecord({ tab: 'deposits' }));
    expect(texts('Deposits')[0]).toMatch(/^Jan 2, 20261,000\.00 USDTUSDT\s·\sTRC20\s·\s\d\d:04Under review$/);
    expect(texts('Deposits')[1]).toMatch(/^5\.13 USDT.*Reason: Not seenRejected$/);
    expect(
      within(screen.getByRole('list', { name: 'Deposits' }))
        .getAllByRole('link')[0]
        ?.getAttribute('href'),
    ).toBe(`#${paths.depositCharge({ id: 2 })}`);
    await app.user.click(screen.getByRole('tab', { name: 'Withdrawals' }));
    await waitFor(() => expect(texts('Withdrawals')[0]).toMatch(/100\.00 USDT.*Approved$/));
  });

  it('approved in a sandbox show that nothing was paid out', async () => {
    const row = { ...withdrawal, ...own, status: 'passed' as const, isTest: true };
    await open(
      (server) =>
        server.on(listWithdrawals, () => pageOf([row, { ...row, id: row.id + 1, status: 'pending' } as never])),
      paths.assetsRecord({ tab: 'withdrawals' }),
    );
    await waitFor(() => expect(texts('Withdrawals')).toHaveLength(2));
    expect(texts('Withdrawals')[0]).toMatch(/Sandbox: nothing was paid outApproved$/);
    expect(texts('Withdrawals')[1]).not.toContain('Sandbox');
  });

  it('under review update by themselves', async () => {
    const row: Deposit = { ...deposit, ...own, status: 'pending' };
    const app = await open(
      (server) => server.on(listDeposits, () => pageOf([row])),
      paths.assetsRecord({ tab: 'deposits' }),
    );
    await waitFor(() => expect(texts('Deposits')[0]).toMatch(/Under review$/));
    app.server.on(listDeposits, () => pageOf([{ ...row, status: 'passed' as const }]));
    await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
    act(() =>
      app.realtime.send(rooms.account, {
        event: 'record',
        record: { subject: 'deposit', id: row.id, status: 'passed' },
      }),
    );
    await waitFor(() => expect(texts('Deposits')[0]).toMatch(/Approved$/));
  });

  it.each([
    { tab: 'deposits', sentence: 'No deposits yet.', action: 'Deposit', to: paths.deposit() },
    { tab: 'withdrawals', sentence: 'No withdrawals yet.', action: 'Withdraw', to: paths.withdraw() },
  ] as const)('that are empty link to the first: $tab', async ({ tab, sentence, action, to }) => {
    await open((server) => {
      server.on(listDeposits, () => pageOf([]));
      server.on(listWithdrawals, () => pageOf([]));
    }, paths.assetsRecord({ tab }));
    await screen.findByText(sentence);
    expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe(`#${to}`);
  });
});
