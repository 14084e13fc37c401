// Binding a bank card with step-up: login password and own code are sent along, and the holder is compared with the
// verified name when the field loses focus.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getBankCard, saveBankCard } from '@halyard/contract/bank/calls';
import { getIdentity } from '@halyard/contract/identity/calls';
import { hasFundPassword, sendOwnCode } from '@halyard/contract/security/calls';
import { getAppConfig } from '@halyard/contract/settings/calls';
import { build } from '@halyard/contract/testing/build';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../testing/exchange.ts';
import { refuse } from '../../testing/fakeBackend.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';
import { renderApp } from '../../testing/renderApp.tsx';

fakeIndexedDb();

const PARTS = {
  'Full name of the holder': 'Ann Example',
  'Card or account number': '6222021234567890',
  'Bank name': 'Harbour Bank',
  'Bank address': '1 Quay, Hamburg',
  'SWIFT code': 'DEUTDEFF',
  'Holder’s full address': '2 Hill, Hamburg',
  'Postal code': '20095',
};
const { basic, ...identity } = build(getIdentity.answer, { name: 'Ann Example' });

async function openForm() {
  const app = await renderApp({
    path: paths.addBankCard(),
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(getBankCard, () => ({ banks: [] }));
      server.on(hasFundPassword, () => 'unset' as const);
      server.on(getAppConfig, () => build(getAppConfig.answer, { isSandbox: false, withdrawalHoldHours: 24 }));
      server.on(getIdentity, () => ({ ...identity, basic: { ...basic, status: 'verified' as const } }));
      server.on(sendOwnCode, () => 'sent');
    },
  });
  await screen.findByLabelText('Login password');
  return app;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = () => screen.getByRole('button', { name: 'Save bank account' });

/** In one step, like autofill. */
function fill(label: string, value: string) {
  fireEvent.change(field(label), { target: { value } });
  fireEvent.blur(field(label));
}

it('a card is sent with the login password and the code, after a note that withdrawals to it wait', async () => {
  const app = await openForm();
  screen.getByText(/^You can withdraw to it after 24 hours/);
  for (const [label, value] of Object.entries(PARTS)) fill(label, value);
  await app.user.click(button());
  await screen.findByText('Enter a password.');
  screen.getByText('We send it to a***@example.com.');
  expect(app.server.seen(saveBankCard)).toEqual([]);
  await app.user.type(field('Login password'), 'a quiet harbour');
  await app.user.click(screen.getByRole('button', { name: 'Send code' }));
  await app.user.type(field('Verification code'), '123456');
  app.server.on(saveBankCard, () => refuse('PASSWORD_WRONG'));
  await app.user.click(button());
  await screen.findByText('The current password is wrong.');
  await waitFor(() => expect(document.activeElement).toBe(field('Login password')));
  app.server.on(saveBankCard, () => 'saved');
  await app.user.click(button());
  await screen.findByText('Bank account saved.');
  expect(app.server.seen(saveBankCard).at(-1)?.request).toMatchObject({
    loginPassword: 'a quiet harbour',
    code: '123456',
  });
});

it('a card must be in the verified name: another one is refused on blur, a spelling variant is not', async () => {
  await openForm();
  const refusal = /^The account must be in your verified name\./;
  fill('Full name of the holder', 'Mallory Example');
  await screen.findByText(refusal);
  fill('Full name of the holder', 'EXAMPLE, ANN');
  await waitFor(() => expect(screen.queryByText(refusal)).toBeNull());
});
