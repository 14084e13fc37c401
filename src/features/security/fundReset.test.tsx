// Forgotten fund password through the real routes and store: the procedure is shown first, the reset is requested once,
// and can be cancelled while it waits.
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  askFundReset,
  cancelFundReset,
  getFundReset,
  hasFundPassword,
  type FundReset,
} from '@halyard/contract/security/calls';
import { listFactors } from '@halyard/contract/security/factorCalls';
import { listPasskeys, type Passkey } from '@halyard/contract/security/passkeyCalls';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../testing/exchange.ts';
import { refuse } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const NONE: FundReset = { state: 'none', askedAt: null, worksAt: null, reason: null, hours: 72 };
const WAITING: FundReset = {
  ...NONE,
  state: 'waiting',
  askedAt: '2026-01-02T03:04:00.000Z',
  worksAt: '2026-01-05T03:04:00.000Z',
};

const PASSKEY: Passkey = {
  id: 1 as Passkey['id'],
  name: 'Pixel 9',
  createdAt: '2026-01-02T03:04:00.000Z',
  lastUsedAt: null,
};

async function open(begin: FundReset, path = paths.fundReset(), passkeys: Passkey[] = []) {
  let now = begin;
  return renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(listFactors, () => ({ factors: [], recoveryCodesLeft: 0, reset: null }));
      server.on(listPasskeys, () => passkeys);
      server.on(hasFundPassword, () => 'set' as const);
      server.on(getFundReset, () => now);
      server.on(askFundReset, () => (now = WAITING));
      server.on(cancelFundReset, () => (now = NONE));
    },
  });
}
type App = Awaited<ReturnType<typeof open>>;

async function ask({ user }: App, password: string, repeat = password) {
  await user.type(await screen.findByLabelText('New fund password'), password);
  await user.type(screen.getByLabelText('Repeat new fund password'), repeat);
  await user.dblClick(screen.getByRole('button', { name: 'Request a new fund password' }));
}

describe('a forgotten fund password', () => {
  it('is found from the page that changes the fund password', async () => {
    await open(NONE, paths.changePayPassword());
    const link = await screen.findByRole('link', { name: 'Forgot it?' });
    expect(link.getAttribute('href')).toBe(`#${paths.fundReset()}`);
  });

  it('promises no review by an operator to users with a passkey', async () => {
    await open(NONE, paths.fundReset(), [PASSKEY]);
    await screen.findByText('Confirm that it is you with your authenticator app or a passkey.');
    expect(screen.queryByText(/operator/)).toBeNull();
  });

  it('is reset once, after its effects were shown, and then shows when it works', async () => {
    const app = await open(NONE);
    await screen.findByText('The new one then takes effect after 72 hours.');
    await screen.findByText('An operator checks your verified identity.');
    await ask(app, '774411');
    await screen.findByText(/^The new fund password takes effect on .*2026|^The new fund password takes effect on .*5/);
    expect(app.server.seen(askFundReset).map(({ request }) => request)).toEqual([
      { password: '774411', passwordRepeat: '774411' },
    ]);
    await app.user.click(screen.getByRole('button', { name: 'Cancel the new fund password' }));
    await screen.findByRole('button', { name: 'Request a new fund password' });
    expect(app.server.seen(cancelFundReset)).toHaveLength(1);
  });

  it('is not reset with a typo, and shows the refusal', async () => {
    const app = await open(NONE);
    await ask(app, '774411', '774412');
    expect(app.server.seen(askFundReset)).toEqual([]);
    app.server.on(askFundReset, () => refuse('FUND_RESET_OPEN'));
    await app.user.clear(screen.getByLabelText('Repeat new fund password'));
    await app.user.type(screen.getByLabelText('Repeat new fund password'), '774411');
    await app.user.click(screen.getByRole('button', { name: 'Request a new fund password' }));
    await screen.findByText('You have already requested a new fund password. Wait for it, or cancel it first.');
  });

  it('whose reset was rejected shows the reason, and can be requested again', async () => {
    await open({ ...NONE, state: 'rejected', reason: 'The picture is another’s.' });
    await screen.findByText('Your last request was rejected. Reason: The picture is another’s.');
    await screen.findByRole('button', { name: 'Request a new fund password' });
  });

  it('under review shows the next step', async () => {
    await open({ ...NONE, state: 'review' });
    await screen.findByText('An operator reviews it. The new one takes effect 72 hours later.');
  });
});
