// Declaring a deposit through the real routes and store: checked at its fields, persisted, sent with its proof of
// payment, once however often it is sent.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { declareDeposit, listDeposits } from '@halyard/contract/deposits/calls';
import { uploadFile } from '@halyard/contract/uploads/calls';
import { paths } from '../../shared/navigation/paths.ts';
import { changeDraftOwner } from '../../shared/storage/draftOwner.ts';
import { loadDraft } from '../../shared/storage/drafts.ts';
import { depositOf, pageOfDeposits, PROOF, serveDeposits } from '../../testing/deposits.ts';
import { TRADER } from '../../testing/exchange.ts';
import { breakConnection, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';
import { fakeObjectUrls, photoFile, voucherFile } from '../../testing/files.ts';
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
type App = Awaited<ReturnType<typeof open>>;

const FORM = paths.depositCharge({ channel: 3, chain: 'TRC20' });
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount');
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Submit deposit/ });

async function openForm(backend?: (server: FakeBackend) => void, path = FORM) {
  const app = await open(path, backend);
  await screen.findByLabelText(/mount$/);
  return app;
}
const addProof = (file: File = photoFile(), way = 'Choose picture') =>
  fireEvent.change(screen.getByLabelText(way, { selector: 'input' }), { target: { files: [file] } });

async function fillIn({ user }: App, sum: string) {
  await user.type(amount(), sum);
  addProof();
  await screen.findByText('Uploaded');
}

describe('a declared deposit', () => {
  it('is sent once with its transaction and proof, and shows its status', async () => {
    const app = await openForm();
    await fillIn(app, '1000');
    await app.user.type(screen.getByLabelText('Transaction ID (optional)'), ' a1b2c3 ');
    await app.user.dblClick(screen.getByRole('button', { name: 'Submit deposit of 1,000.00 USDT' }));
    await screen.findByRole('list', { name: 'Progress of the deposit' });
    expect(app.location()).toBe(paths.depositCharge({ id: 12 }));
    expect(app.server.seen(declareDeposit).map(({ request }) => request)).toEqual([
      expect.objectContaining({ channelId: 3, chain: 'TRC20', amount: '1000', proof: PROOF, sentPaymentId: 'a1b2c3' }),
    ]);
    await waitFor(async () => expect(await loadDraft('deposit.3.TRC20')).toBeUndefined());
    expect(await loadDraft('deposit.3.TRC20.proof')).toBeUndefined();
  });

  it('explains that the clipboard could not be read', async () => {
    const app = await openForm();
    vi.spyOn(navigator.clipboard, 'readText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
    await app.user.click(screen.getByRole('button', { name: 'Paste' }));
    const text = 'The clipboard could not be read. Paste with the keyboard.';
    expect(await screen.findAllByText(text)).not.toEqual([]);
  });

  it('by bank is sent with a receipt, which may be a PDF, and without a chain', async () => {
    const app = await openForm(undefined, paths.depositCharge({ channel: 9999 }));
    addProof(voucherFile(), 'Picture or PDF');
    await screen.findByText('Uploaded');
    await app.user.type(screen.getByLabelText('Bank transfer amount'), '50');
    await app.user.type(screen.getByLabelText('Paid from (optional)'), ' Ann ');
    await app.user.click(button());
    await waitFor(() => expect(app.server.seen(declareDeposit)).toHaveLength(1));
    expect(app.server.seen(declareDeposit)[0]?.request).toMatchObject({
      channelId: 9999,
      amount: '50',
      proof: PROOF,
      payer: 'Ann',
    });
    expect(app.server.seen(declareDeposit)[0]?.request.chain).toBeUndefined();
  });

  it('without amount and proof is refused beside both, until they are there', async () => {
    const app = await openForm();
    await app.user.click(button());
    await screen.findByText('Amount is required. Please enter amount.');
    screen.getByText('Add a picture of the payment.');
    await waitFor(() => expect(document.activeElement).toBe(amount()));
    await fillIn(app, '10');
    expect(screen.queryByText(/Amount is required|Add a picture/)).toBeNull();
    expect(app.server.seen(declareDeposit)).toEqual([]);
  });

  it.each([
    ['9.99', /Enter at least 10/],
    ['10.0000001', /too many decimals/],
  ])('of %s is refused beside the amount, and not sent', async (sum, reason) => {
    const app = await openForm();
    await fillIn(app, sum);
    await app.user.click(button());
    await screen.findByText(reason);
    expect(app.server.seen(declareDeposit)).toEqual([]);
  });

  it('waits for its picture; a failed upload is retried', async () => {
    let fail: (answer: ReturnType<typeof breakConnection>) => void = () => undefined;
    const app = await openForm((server) => server.on(uploadFile, () => new Promise((resolve) => (fail = resolve))));
    await app.user.type(amount(), '20');
    addProof();
    await screen.findByText('50%');
    screen.getByText('Wait until the picture is uploaded.');
    expect(button().disabled).toBe(true);
    await act(async () => fail(breakConnection()));
    await screen.findByText('Uploading failed, please try again.');
    app.server.on(uploadFile, () => PROOF);
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Uploaded');
    await waitFor(() => expect(button().disabled).toBe(false));
  });
});

describe('a deposit whose answer is lost, short or bad', () => {
  it('is declared again under its id, as shown, so that it counts once', async () => {
    const app = await openForm((server) => server.on(declareDeposit, breakConnection));
    await fillIn(app, '20');
    await app.user.click(button());
    await screen.findByText(/^Connection lost/);
    app.server.on(declareDeposit, () => depositOf());
    app.server.on(listDeposits, () => pageOfDeposits([depositOf()]));
    await screen.findByRole('list', { name: 'Progress of the deposit' });
    const ids = app.server.seen(declareDeposit).map(({ request }) => request.clientRequestId);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });

  it('accepted by a legacy server without details leads to the records', async () => {
    const app = await openForm((server) => server.on(declareDeposit, () => 'Applied'));
    await fillIn(app, '20');
    await app.user.click(button());
    await screen.findByText('Deposit submitted.');
    await waitFor(() => expect(app.location()).toBe(paths.assetsRecord({ tab: 'deposits' })));
  });

  it.each([
    ['DEPOSITS_TOO_MANY', { max: 5 }, /5 deposits are already under review/],
    ['FILE_NOT_FOUND', {}, /Upload it again/],
    ['AMOUNT_TOO_SMALL', { min: '30' }, /Enter at least 30/],
  ] as const)('that is refused with %s shows the reason and keeps the input', async (code, params, reason) => {
    const app = await openForm((server) => server.on(declareDeposit, () => refuse(code, params)));
    await fillIn(app, '20');
    await app.user.click(button());
    await screen.findByText(reason);
    expect(amount().value).toBe('20');
    screen.getByText('Uploaded');
  });

  it('is disabled, with the reason, while the exchange is unreachable', async () => {
    const app = await openForm();
    act(() => app.realtime.setState('offline'));
    await screen.findByText('The server could not be reached. Check your connection and try again.');
    expect(button().disabled).toBe(true);
  });
});

describe('an interrupted form', () => {
  it('is restored with its picture, which is not uploaded again, for its own channel only', async () => {
    const app = await openForm();
    await fillIn(app, '20');
    await act(() => app.app.router.navigate(paths.depositCharge({ channel: 3, chain: 'ERC20' })));
    await screen.findByText('USDT · ERC20');
    expect(amount().value).toBe('');
    expect(screen.queryByText('Uploaded')).toBeNull();
    await act(() => app.app.router.navigate(FORM));
    await screen.findByText('Uploaded');
    expect(amount().value).toBe('20');
    expect(app.server.seen(uploadFile)).toHaveLength(1);
  });
});
