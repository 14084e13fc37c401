// Deposits through the real routes and store: address or account with all information before paying, and a deposit's
// status.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getDepositAddress, getDepositTerms, listDeposits, type Deposit } from '@halyard/contract/deposits/calls';
import { getAppConfig } from '@halyard/contract/settings/calls';
import { rooms } from '@halyard/contract/realtime/rooms';
import { build } from '@halyard/contract/testing/build';
import { paths } from '../../shared/navigation/paths.ts';
import { changeDraftOwner } from '../../shared/storage/draftOwner.ts';
import { BANK, depositOf, ETHER, pageOfDeposits, serveDeposits, TRON, USDT } from '../../testing/deposits.ts';
import { TRADER } from '../../testing/exchange.ts';
import { breakConnection, neverAnswer, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';
import { fakeObjectUrls } from '../../testing/files.ts';
import { renderApp } from '../../testing/renderApp.tsx';

fakeIndexedDb();

async function open(path: string, backend: (server: FakeBackend) => void = () => undefined) {
  fakeObjectUrls();
  const app = await renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveDeposits(server);
      backend(server);
    },
  });
  onTestFinished(() => changeDraftOwner(undefined));
  return app;
}

const FORM = paths.depositCharge({ channel: 3, chain: 'TRC20' });

describe('the deposit page', () => {
  it('shows the user’s address of the chosen chain, with QR code, minimum and warning', async () => {
    const app = await open(paths.deposit());
    await screen.findByText(TRON);
    screen.getByRole('img', { name: 'QR code of your USDT address on TRC20' });
    screen.getByText(/Send only USDT over TRC20/);
    screen.getByText(/10\.00/);
    await app.user.click(screen.getByRole('radio', { name: 'ERC20' }));
    await screen.findByText(ETHER);
    screen.getByText(/Send only USDT over ERC20/);
    expect(screen.queryByText(TRON)).toBeNull();
    await app.user.click(screen.getByRole('link', { name: 'Enter payment details' }));
    await screen.findByText('USDT · ERC20');
    screen.getByText(ETHER);
  });

  it('shows a marked test address in a sandbox, also when copied and in the QR code', async () => {
    const test = { ...USDT, isTest: true };
    const app = await open(paths.deposit(), (server) =>
      server.on(getDepositTerms, () => [test, { ...BANK, isTest: true }]),
    );
    await screen.findByText(`Test address, send nothing: ${TRON}`);
    screen.getByText(/this is a test address: send nothing/);
    screen.getByText('Send nothing: a sandbox credits the amount that you enter.');
    expect(screen.queryByText(/Send only USDT/)).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'Copy: Your USDT deposit address' }));
    expect(await navigator.clipboard.readText()).toBe(`Test address, send nothing: ${TRON}`);
    await app.user.click(screen.getByRole('radio', { name: 'Bank' }));
    await screen.findByText(/this is a test account: transfer nothing/);
    await app.user.click(screen.getByRole('radio', { name: 'USDT' }));
    await app.user.click(screen.getByRole('link', { name: 'Enter payment details' }));
    await screen.findByText('USDT · TRC20');
    screen.getByText(`Test address, send nothing: ${TRON}`);
  });

  it('shows a test address when the server is a sandbox and the record lacks the flag', async () => {
    const app = await open(paths.deposit(), (server) =>
      server.on(getDepositTerms, () => [USDT, BANK].map((channel) => ({ ...channel, isTest: undefined }))),
    );
    await screen.findByText(`Test address, send nothing: ${TRON}`);
    await app.user.click(screen.getByRole('radio', { name: 'Bank' }));
    await screen.findByText(/this is a test account: transfer nothing/);
  });

  it('by bank shows the exchange’s account with the user’s reference', async () => {
    const app = await open(paths.deposit());
    await app.user.click(await screen.findByRole('radio', { name: 'Bank' }));
    await screen.findByText('400500600');
    screen.getByText('HLY-7');
    screen.getByText('1 USD = 1 USDT');
    await app.user.click(screen.getByRole('link', { name: 'Enter transfer details' }));
    await screen.findByLabelText('Bank transfer amount');
  });

  it.each([
    ['loads', neverAnswer(), () => screen.getByText('Loading')],
    ['is closed', [], () => screen.getByText('Deposits are closed at the moment. Try again later.')],
  ] as const)('%s, and nothing can be declared', async (_what, answer, shows) => {
    await open(paths.deposit(), (server) => server.on(getDepositTerms, () => ('special' in answer ? answer : [])));
    await waitFor(shows);
    expect(screen.queryByRole('link', { name: 'Enter payment details' })).toBeNull();
  });

  it.each([paths.deposit(), FORM])('is read again after a failure: %s', async (path) => {
    const app = await open(path, (server) => server.on(getDepositTerms, () => refuse('SERVICE_UNAVAILABLE')));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    app.server.on(getDepositTerms, () => [USDT]);
    await app.user.click(retry);
    await screen.findByText(TRON);
  });

  it('shows what a legacy server sends: an unknown minimum is not zero', async () => {
    await open(paths.deposit(), (server) => {
      server.on(getDepositTerms, () => refuse('CALL_NOT_FOUND'));
      server.on(getDepositAddress, ({ channelId }) =>
        channelId === USDT.id ? { TRC20: TRON } : refuse('DEPOSIT_UNAVAILABLE'),
      );
    });
    await screen.findByText(TRON);
    expect(screen.getByText('Minimum deposit').nextSibling?.textContent).toMatch(/^—/);
    expect(screen.queryByRole('radio', { name: 'Bank' })).toBeNull();
  });
});

describe('the status of a deposit', () => {
  const openStatus = (overrides: Partial<Deposit>) =>
    open(paths.depositCharge({ id: 12 }), (server) =>
      server.on(listDeposits, ({ id }) => pageOfDeposits(id === 12 ? [depositOf(overrides)] : [])),
    );
  const steps = async () =>
    within(await screen.findByRole('list', { name: 'Progress of the deposit' }))
      .getAllByRole('listitem')
      .map((step) => step.textContent);

  it.each([
    ['a sandbox', () => build(getAppConfig.answer, { isSandbox: true }), `Test address, send nothing: ${TRON}`],
    ['the exchange', () => build(getAppConfig.answer, { isSandbox: false }), TRON],
    ['a legacy server', () => refuse('CALL_NOT_FOUND'), TRON],
    ['nobody knows what', () => breakConnection(), undefined],
  ] as const)('without a test flag shows its destination as %s does', async (_name, config, shows) => {
    await open(paths.depositCharge({ id: 12 }), (server) => {
      server.on(listDeposits, () => pageOfDeposits([depositOf({ isTest: undefined })]));
      server.on(getAppConfig, config);
    });
    await steps();
    if (shows === undefined) expect(screen.queryByText(new RegExp(TRON))).toBeNull();
    else await screen.findByText(shows);
  });

  it('updates by itself when an operator decides', async () => {
    const app = await openStatus({});
    expect(await steps()).toEqual([
      expect.stringContaining('Submitted'),
      expect.stringContaining('You do not need to do anything'),
      expect.stringContaining('Approved'),
    ]);
    app.server.on(listDeposits, () =>
      pageOfDeposits([depositOf({ status: 'passed', reviewedAt: '2026-01-02T03:04:05.000Z' })]),
    );
    await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
    const record = { subject: 'deposit', id: 12, status: 'passed' };
    act(() => app.realtime.send(rooms.account, { event: 'record', record }));
    await screen.findByText('1,000.00 USDT is in your spot account.');
  });

  it.each([
    ['TRC20', 'Transaction ID'],
    [null, 'Bank’s transaction number'],
  ] as const)('that was approved shows its payment by %s', async (chain, label) => {
    await openStatus({ status: 'passed', chain, paymentId: 'a1'.repeat(32) });
    await screen.findByText(label);
    screen.getByRole('button', { name: `Copy: ${label}` });
  });

  it('that was rejected shows the reason and leads to another try of the same channel', async () => {
    await openStatus({ status: 'rejected', rejectReason: 'The picture shows another amount.' });
    expect(await steps()).toHaveLength(2);
    screen.getByText('Reason: The picture shows another amount.');
    expect(screen.getByRole('link', { name: 'Submit again' }).getAttribute('href')).toBe(`#${FORM}`);
  });

  it.each(['13', 'abc', '12345678901'])('that belongs to another user is shown as missing: %s', async (id) => {
    await open(`${paths.depositCharge()}?id=${id}`, (server) =>
      server.on(listDeposits, () => pageOfDeposits([depositOf()])),
    );
    await screen.findByText('This deposit does not exist. Open your records.');
  });
});
