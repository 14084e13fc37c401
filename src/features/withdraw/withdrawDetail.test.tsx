// A withdrawal's status through the real routes and store: expected arrival, reason of a rejection, and cancellation
// under review.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cancelWithdrawal, listWithdrawals, type Withdrawal } from '@halyard/contract/withdrawals/calls';
import { rooms } from '@halyard/contract/realtime/rooms';
import { REVIEW_REASONS } from '@halyard/contract/reviewReasons';
import { changeLanguage } from '../../shared/i18n/i18n.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { TRADER } from '../../testing/exchange.ts';
import { breakConnection, neverAnswer, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { pageOfWithdrawals, serveWithdrawals, withdrawalOf } from '../../testing/withdrawals.ts';

const SOON = new Date(Date.now() + 3 * 3_600_000 + 30 * 60_000).toISOString();

async function open(overrides: Partial<Withdrawal> = {}, backend: (server: FakeBackend) => void = () => undefined) {
  const app = await renderApp({
    path: paths.withdrawDetail({ id: 21 }),
    user: TRADER,
    backend: (server) => {
      serveWithdrawals(server);
      server.on(listWithdrawals, () => pageOfWithdrawals([withdrawalOf({ deadlineAt: SOON, ...overrides })]));
      server.on(cancelWithdrawal, () => withdrawalOf({ status: 'cancelled' }));
      backend(server);
    },
  });
  await screen.findByRole('heading', { name: 'Withdrawal' });
  return app;
}
type App = Awaited<ReturnType<typeof open>>;

const steps = async () =>
  within(await screen.findByRole('list', { name: 'Progress of the withdrawal' }))
    .getAllByRole('listitem')
    .map((step) => step.textContent);

async function ask({ user }: App) {
  await user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }));
  return within(await screen.findByRole('dialog'));
}
const press = async ({ user }: App, how: 'click' | 'dblClick' = 'click') =>
  user[how](within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel withdrawal' }));

it('cannot be cancelled while the exchange is unreachable, with the reason and its age', async () => {
  const app = await open();
  const sheet = await ask(app);
  expect(screen.queryByText(/^As of /)).toBeNull();
  act(() => app.realtime.setState('offline'));
  await sheet.findByText('The server could not be reached. Check your connection and try again.');
  expect(sheet.getByRole('button', { name: 'Cancel withdrawal' })).toHaveProperty('disabled', true);
  expect((await screen.findByText(/^As of /)).closest('[role="status"]')).not.toBeNull();
  act(() => app.realtime.setState('connected'));
  await waitFor(() => expect(screen.queryByText(/^As of /)).toBeNull());
  expect(app.server.seen(cancelWithdrawal)).toEqual([]);
});

describe('a withdrawal', () => {
  it('under review shows its expected arrival, and updates when an operator decides', async () => {
    const app = await open();
    expect(await steps()).toHaveLength(3);
    screen.getByText(/^Due by .*3 .*left$/);
    screen.getByText('100.00 USDT is held. You do not need to do anything.');
    const passed = withdrawalOf({ status: 'passed', deadlineAt: SOON, closedAt: '2026-01-02T03:04:05.000Z' });
    app.server.on(listWithdrawals, () => pageOfWithdrawals([passed]));
    await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
    const record = { subject: 'withdrawal', id: 21, status: 'passed' };
    act(() => app.realtime.send(rooms.account, { event: 'record', record }));
    await screen.findByText('99.00 USDT is on its way to you.');
    expect(screen.queryByText(/^Due by/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull();
  });

  it('that was paid out shows its transaction', async () => {
    await open({
      status: 'passed',
      paymentId: 'b2'.repeat(32),
      explorerUrl: undefined,
      closedAt: '2026-01-02T03:04:05.000Z',
    });
    await screen.findByText('Transaction ID');
    screen.getByRole('button', { name: 'Copy: Transaction ID' });
    expect(screen.queryByRole('link', { name: 'Open in block explorer' })).toBeNull();
  });

  it('opens its transaction in the explorer of its network, in a new tab that does not know this one', async () => {
    const explorerUrl = `https://explorer.example/tx/${'b2'.repeat(32)}`;
    await open({ status: 'passed', paymentId: 'b2'.repeat(32), explorerUrl });
    const link = await screen.findByRole('link', { name: 'Open in block explorer' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([explorerUrl, '_blank']);
    expect(link.getAttribute('rel')).toContain('noopener');
  });

  it('of a sandbox has a test ID, which no explorer knows', async () => {
    await open({
      status: 'passed',
      isTest: true,
      paymentId: 'b2'.repeat(32),
      explorerUrl: 'https://explorer.example/',
    });
    await screen.findByText('Test ID of a simulated network.');
    expect(screen.queryByRole('link', { name: 'Open in block explorer' })).toBeNull();
  });

  it('approved in a sandbox shows that nothing was paid out', async () => {
    await open({ status: 'passed', isTest: true, closedAt: '2026-01-02T03:04:05.000Z' });
    expect((await steps())[2]).toContain('100.00 USDT left your account, and nothing was paid out.');
    expect(screen.queryByText(/on its way/)).toBeNull();
  });

  it('that was rejected shows the reason, and that the money was returned', async () => {
    await open({ status: 'rejected', rejectReason: 'The name is not yours.' });
    expect((await steps())[1]).toContain(
      'Reason: The name is not yours. The held amount is available in your spot account.',
    );
  });

  it('that was rejected automatically shows the reason in the app’s language', async () => {
    await open({ status: 'rejected', rejectReason: REVIEW_REASONS.SANDBOX_WITHDRAWAL });
    await screen.findByText(
      /^Reason: Rule of the sandbox: a withdrawal whose amount ends in \.13 is rejected\. The held/,
    );
    onTestFinished(() => act(async () => void (await changeLanguage('en'))));
    await act(() => changeLanguage('esp'));
    await screen.findByText(
      /^Motivo: Regla del entorno de pruebas: se rechaza un retiro cuyo monto termina en ,13\. El/,
    );
  });

  it.each(['22', 'abc', ''])('that belongs to another user is shown as missing: %s', async (id) => {
    await renderApp({
      path: `${paths.withdrawDetail()}?id=${id}`,
      user: TRADER,
      backend: (server) => serveWithdrawals(server),
    });
    await screen.findByText('This withdrawal does not exist. Open your records.');
  });

  it('loads, fails, and is read again', async () => {
    const app = await open({}, (server) => server.on(listWithdrawals, neverAnswer));
    await waitFor(() => screen.getByText('Loading'));
    app.unmount();
    const again = await open({}, (server) => server.on(listWithdrawals, () => refuse('SERVICE_UNAVAILABLE')));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    again.server.on(listWithdrawals, () => pageOfWithdrawals([withdrawalOf()]));
    await again.user.click(retry);
    expect(await steps()).toHaveLength(3);
  });
});

describe('cancelling a withdrawal', () => {
  it('asks for confirmation, is done once, and confirmed', async () => {
    const app = await open();
    const sheet = await ask(app);
    sheet.getByText('100.00 USDT is returned to your spot account immediately.');
    app.server.on(listWithdrawals, () => pageOfWithdrawals([withdrawalOf({ status: 'cancelled' })]));
    await press(app, 'dblClick');
    await screen.findByText('Cancelled. 100.00 USDT is available in your spot account.');
    await waitFor(async () => expect((await steps())[1]).toMatch(/^Cancelled/));
    expect(app.server.seen(cancelWithdrawal).map(({ request }) => request)).toEqual([
      { id: 21, clientRequestId: expect.any(String) },
    ]);
  });

  it('does nothing when abandoned', async () => {
    const app = await open();
    const sheet = await ask(app);
    await app.user.click(sheet.getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.server.seen(cancelWithdrawal)).toEqual([]);
  });

  it('too late shows that', async () => {
    const app = await open({}, (server) => server.on(cancelWithdrawal, () => refuse('WITHDRAWAL_NOT_PENDING')));
    const sheet = await ask(app);
    await press(app);
    await waitFor(() =>
      expect(sheet.getByRole('alert').textContent).toMatch(/^This withdrawal can no longer be cancelled/),
    );
  });

  it('is sent again under its id after a lost answer, with a note', async () => {
    const app = await open({}, (server) => server.on(cancelWithdrawal, breakConnection));
    const sheet = await ask(app);
    await press(app);
    await waitFor(() => expect(sheet.getByRole('alert').textContent).toMatch(/^Connection lost/));
    app.server.on(cancelWithdrawal, () => withdrawalOf({ status: 'cancelled' }));
    await screen.findByText(/^Cancelled\. 100\.00 USDT/);
    const ids = app.server.seen(cancelWithdrawal).map(({ request }) => request.clientRequestId);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });

  it('is disabled, with the reason, while the exchange is unreachable', async () => {
    const app = await open();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Cancel withdrawal' });
    act(() => app.realtime.setState('offline'));
    await screen.findByText('The server could not be reached. Check your connection and try again.');
    expect(button.disabled).toBe(true);
  });
});
