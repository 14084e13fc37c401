// Step-up in the app: a withdrawal that requires it is sent once, under its id, after the step-up; postponing keeps all
// input.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { getStepUp, stepUp, type Proof, type StepUpMethodName } from '@halyard/contract/security/stepUpCalls';
import { sendOwnCode } from '@halyard/contract/security/calls';
import { withdraw } from '@halyard/contract/withdrawals/calls';
import { paths } from '../../../shared/navigation/paths.ts';
import { TRADER } from '../../../testing/exchange.ts';
import { refuse, type FakeBackend } from '../../../testing/fakeBackend.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { serveWithdrawals, withdrawalOf } from '../../../testing/withdrawals.ts';

const TITLE = 'Confirm that it is you';
const PASSWORD = 'a quiet harbour';
const proofBy = (...methods: StepUpMethodName[]): Proof => ({ until: null, methods });

/** Up to the step-up sheet, of an exchange that requires a stepped-up token for withdrawals. */
async function openQuestion(backend: (server: FakeBackend) => void = () => undefined) {
  const app = await renderApp({
    path: paths.withdraw(),
    user: TRADER,
    backend: (server) => {
      serveWithdrawals(server);
      server.on(withdraw, (_request, { headers }) =>
        headers.get('Authorization') === 'proved' ? withdrawalOf() : refuse('PROOF_REQUIRED'),
      );
      server.on(getStepUp, () => proofBy('password_code'));
      server.on(sendOwnCode, () => 'Sent.');
      server.on(stepUp, () => ({ token: 'proved' }));
      backend(server);
    },
  });
  await screen.findByLabelText('Amount');
  // The sheet's host loads when there is a user.
  await vi.dynamicImportSettled();
  await app.user.type(screen.getByLabelText('Amount'), '100');
  await app.user.click(screen.getByRole('radio', { name: /^Cold wallet/ }));
  await app.user.click(screen.getByRole('button', { name: /^Withdraw [\d,.]+ \w+$/ }));
  const confirm = within(await screen.findByRole('dialog'));
  await app.user.type(confirm.getByLabelText('Fund password'), '246810');
  await app.user.click(confirm.getByRole('button', { name: 'Continue' }));
  const sheet = within(await screen.findByRole('dialog', { name: TITLE }));
  await sheet.findByLabelText('Login password');
  return { ...app, sheet };
}
type Question = Awaited<ReturnType<typeof openQuestion>>;

async function prove({ user, sheet }: Question, password = PASSWORD, code = '123456') {
  await user.type(sheet.getByLabelText('Login password'), password);
  await user.clear(sheet.getByLabelText('Verification code'));
  await user.type(sheet.getByLabelText('Verification code'), code);
  await user.click(sheet.getByRole('button', { name: 'Confirm' }));
}

it('a withdrawal that requires a step-up is sent once afterwards, unchanged and under its id', async () => {
  const app = await openQuestion();
  await app.user.click(app.sheet.getByRole('button', { name: 'Send code' }));
  await waitFor(() => expect(app.server.seen(sendOwnCode)).toHaveLength(1));
  await prove(app);
  await screen.findByRole('list', { name: 'Progress of the withdrawal' });
  expect(app.server.seen(stepUp).map(({ request }) => request)).toEqual([{ loginPassword: PASSWORD, code: '123456' }]);
  const [asked, done, ...more] = app.server.seen(withdraw);
  expect(more).toEqual([]);
  expect(done?.request).toEqual(asked?.request);
  expect(done?.request.clientRequestId).toBeDefined();
  expect(app.app.store.getState().session.token).toBe('proved');
  await waitFor(() => expect(localStorage.getItem('lifeData')).toContain('"proved"'));
});

it('a wrong password shows an error in the sheet, and the code stays', async () => {
  const app = await openQuestion((server) => server.on(stepUp, () => refuse('PASSWORD_WRONG')));
  await prove(app, 'a loud harbour');
  await app.sheet.findByText('The current password is wrong.');
  expect(app.sheet.getByLabelText<HTMLInputElement>('Login password').value).toBe('');
  expect(app.sheet.getByLabelText<HTMLInputElement>('Verification code').value).toBe('123456');
  app.server.on(stepUp, () => ({ token: 'proved' }));
  await prove(app);
  await screen.findByRole('list', { name: 'Progress of the withdrawal' });
});

it.each(['Not now', 'Close', 'Escape'])(
  'postponed with %s, it shows a friendly note, and keeps all input',
  async (how) => {
    const app = await openQuestion();
    if (how === 'Escape') await app.user.keyboard('{Escape}');
    else await app.user.click(app.sheet.getByRole('button', { name: how }));
    const confirm = within(await screen.findByRole('dialog', { name: /^Withdraw/ }));
    await confirm.findByText(/Confirm in the app that it is you/);
    expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull();
    expect(confirm.getByLabelText<HTMLInputElement>('Fund password').value).toBe('246810');
    expect(app.server.seen(withdraw)).toHaveLength(1);
    // The next try requires it again.
    await app.user.click(confirm.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('dialog', { name: TITLE });
  },
);

it('an account with a second factor uses that, or a recovery code', async () => {
  const app = await openQuestion((server) => server.on(getStepUp, () => proofBy('totp', 'recovery')));
  expect(app.sheet.queryByLabelText('Verification code')).toBeNull();
  app.sheet.getByLabelText('6 digits from your authenticator app');
  await app.user.click(app.sheet.getByRole('button', { name: 'Use a recovery code' }));
  await app.user.type(app.sheet.getByLabelText('Login password'), PASSWORD);
  await app.user.type(app.sheet.getByLabelText('Recovery code'), 'ABCD-EFGH');
  await app.user.click(app.sheet.getByRole('button', { name: 'Confirm' }));
  await screen.findByRole('list', { name: 'Progress of the withdrawal' });
  expect(app.server.seen(stepUp)[0]?.request).toEqual({ loginPassword: PASSWORD, recoveryCode: 'ABCD-EFGH' });
});
