// Passwords through the real routes and store: effects are shown before confirmation, wrong ones cause a wait, and
// nothing is sent twice.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getIdentity, type Identity, type IdentityLevel } from '@halyard/contract/identity/calls';
import type { SessionId } from '@halyard/contract/ids';
import {
  changePassword,
  hasFundPassword,
  listSessions,
  setFundPassword,
  type Session,
} from '@halyard/contract/security/calls';
import { getAppConfig } from '@halyard/contract/settings/calls';
import { getUser } from '@halyard/contract/user/calls';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../testing/exchange.ts';
import { breakConnection, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const NONE: IdentityLevel = { status: 'none', rejectReason: null, submittedAt: null, reviewedAt: null };
const NOBODY: Identity = { basic: NONE, advanced: NONE, country: null, name: null, idNumberMasked: null };

const SESSION: Session = {
  id: 1 as SessionId,
  isCurrent: true,
  browser: 'Chrome 120',
  system: 'Android 14',
  device: 'Pixel 7',
  ip: null,
  country: null,
  createdAt: '2026-03-16T14:00:00.000Z',
  lastSeenAt: '2026-03-16T14:00:00.000Z',
};

/** Values that the owner has and a stolen session lacks. */
const STEP_UP = { loginPassword: 'a quiet harbour', code: '123456' };

const serveHold = (server: FakeBackend, withdrawalHoldHours: number) =>
  server.on(getAppConfig, () => ({ isSandbox: true, mapTilesUrl: null, mapAttribution: null, withdrawalHoldHours }));

async function open(path: string, backend: (server: FakeBackend) => void = () => undefined) {
  return renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(getUser, () => TRADER);
      server.on(getIdentity, () => NOBODY);
      server.on(listSessions, () => [SESSION, { ...SESSION, id: 2 as SessionId, isCurrent: false }]);
      server.on(hasFundPassword, () => 'unset' as const);
      server.on(changePassword, () => 'changed');
      server.on(setFundPassword, () => 'set');
      serveHold(server, 0);
      backend(server);
    },
  });
}
type App = Awaited<ReturnType<typeof open>>;

afterEach(() => {
  vi.useRealTimers();
});

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('the login password', () => {
  async function openForm(backend?: (server: FakeBackend) => void) {
    const app = await open(paths.changePassword(), backend);
    await screen.findByLabelText('Current password');
    return app;
  }

  async function fill({ user }: App, current = 'secret-1', password = 'secret-2', repeat = password) {
    await user.type(field('Current password'), current);
    await user.type(field('New password'), password);
    await user.type(field('Repeat new password'), repeat);
    await user.click(button('Change password'));
  }

  it('is changed once, after its effects were shown', async () => {
    const app = await openForm((server) => serveHold(server, 24));
    await fill(app);
    const sheet = within(await screen.findByRole('dialog'));
    sheet.getByText('Are logged out');
    await sheet.findByText('On hold for 24 hours');
    expect(app.server.seen(changePassword)).toEqual([]);
    await app.user.dblClick(sheet.getByRole('button', { name: 'Change password' }));
    await screen.findByText('Password changed. All other devices are logged out.');
    expect(app.server.seen(changePassword).map(({ request }) => request)).toEqual([
      { oldPassword: 'secret-1', password: 'secret-2', passwordRepeat: 'secret-2' },
    ]);
    await waitFor(() => expect(app.location()).toBe(paths.home()));
  });

  it('shows no withdrawal hold when there is none, and a possible one when unknown', async () => {
    const app = await openForm();
    await fill(app);
    const sheet = within(await screen.findByRole('dialog'));
    await waitFor(() =>
      expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Change password' }).disabled).toBe(false),
    );
    expect(sheet.queryByText('Withdrawals')).toBeNull();
    app.unmount();
    const other = await openForm((server) => server.on(getAppConfig, () => refuse('CALL_NOT_FOUND')));
    await fill(other);
    await within(await screen.findByRole('dialog')).findByText('May be on hold for a while');
  });

  it.each([
    [['', 'secret-2'], 'Enter a password.', 'Current password'],
    [['secret-1', 'short'], /^The password is too short/, 'New password'],
    [['secret-1', 'secret-2', 'secret-3'], /^Passwords do not match/, 'Repeat new password'],
    [['secret-1', 'secret-2', ''], 'Repeat the new password.', 'Repeat new password'],
  ] as const)('typed as %j is refused beside its field, before the confirmation', async (typed, wrong, where) => {
    const app = await openForm();
    const [current, password, repeat = password] = typed;
    for (const [label, text] of [
      ['Current password', current],
      ['New password', password],
      ['Repeat new password', repeat],
    ] as const) {
      if (text !== '') await app.user.type(field(label), text);
    }
    await app.user.click(button('Change password'));
    screen.getByText(wrong);
    await waitFor(() => expect(document.activeElement).toBe(field(where)));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that is wrong shows that beside it', async () => {
    const app = await openForm((server) => server.on(changePassword, () => refuse('PASSWORD_WRONG')));
    await fill(app);
    await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Change password' }));
    await screen.findByText('The current password is wrong.');
    expect(field('New password').value).toBe('secret-2');
  });

  it('whose answer was lost shows how to find out', async () => {
    const app = await openForm((server) => server.on(changePassword, breakConnection));
    await fill(app);
    await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Change password' }));
    await screen.findByText(/^The password may already be changed/);
  });

  it('cannot be confirmed offline', async () => {
    const app = await openForm();
    await fill(app);
    const sheet = within(await screen.findByRole('dialog'));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Change password' }).disabled).toBe(true);
    sheet.getByText(/^You are offline\. Connect/);
  });
});

describe('the fund password', () => {
  async function openForm(isSet: boolean, backend: (server: FakeBackend) => void = () => undefined) {
    const app = await open(paths.changePayPassword(), (server) => {
      server.on(hasFundPassword, () => (isSet ? ('set' as const) : ('unset' as const)));
      backend(server);
    });
    await screen.findByLabelText('New fund password');
    return app;
  }

  /** `proof`: the step-up values of a first password, or the current password. */
  async function fill(
    { user }: App,
    password = '274913',
    repeat = password,
    stepUp: string | typeof STEP_UP = STEP_UP,
  ) {
    if (typeof stepUp === 'string') await user.type(field('Current fund password'), stepUp);
    else if (stepUp.code !== '') {
      await user.type(await screen.findByLabelText('Login password'), stepUp.loginPassword);
      await user.type(field('Verification code'), stepUp.code);
    }
    await user.type(field('New fund password'), password);
    await user.type(field('Repeat new fund password'), repeat);
  }

  it('is set for the first time without an old one, once, and leads back', async () => {
    const app = await openForm(false);
    screen.getByRole('heading', { name: 'Set fund password' });
    expect(screen.queryByLabelText('Current fund password')).toBeNull();
    await fill(app);
    await app.user.dblClick(button('Set fund password'));
    await screen.findByText('Fund password set.');
    expect(app.server.seen(setFundPassword).map(({ request }) => request)).toEqual([
      { password: '274913', passwordRepeat: '274913', ...STEP_UP },
    ]);
    await waitFor(() => expect(app.location()).toBe(paths.home()));
  });

  it('is first set with the login password and the code, after a note on withdrawals', async () => {
    const app = await openForm(false, (server) => serveHold(server, 24));
    await screen.findByText('After the change, withdrawals are on hold for 24 hours.');
    await fill(app, '274913', '274913', { loginPassword: '', code: '' });
    await app.user.click(button('Set fund password'));
    screen.getByText('Enter a password.');
    screen.getByText('Enter the verification code.');
    await waitFor(() => expect(document.activeElement).toBe(field('Login password')));
    expect(app.server.seen(setFundPassword)).toEqual([]);
  });

  it('is set at a legacy server, which is sent no login password', async () => {
    const app = await openForm(false, (server) => server.on(getAppConfig, () => refuse('CALL_NOT_FOUND')));
    expect(screen.queryByLabelText('Login password')).toBeNull();
    await fill(app, '274913', '274913', { loginPassword: '', code: '' });
    await app.user.click(button('Set fund password'));
    await screen.findByText('Fund password set.');
    expect(app.server.seen(setFundPassword).map(({ request }) => request)).toEqual([
      { password: '274913', passwordRepeat: '274913' },
    ]);
  });

  it('is changed with the current one', async () => {
    const app = await openForm(true);
    screen.getByText('After 5 failed attempts you have to wait.');
    await fill(app, '850266', '850266', '274913');
    await app.user.click(button('Change fund password'));
    await screen.findByText('Fund password set.');
    expect(app.server.seen(setFundPassword)[0]?.request).toMatchObject({ oldPassword: '274913' });
  });

  it('that is wrong shows the remaining tries, and is typed again', async () => {
    const app = await openForm(true, (server) =>
      server.on(setFundPassword, () => refuse('FUND_PASSWORD_WRONG', { left: 3 })),
    );
    await fill(app, '850266', '850266', '000000');
    await app.user.click(button('Change fund password'));
    await screen.findByText('Wrong fund password. Attempts left: 3.');
    expect(field('Current fund password').value).toBe('');
    expect(field('New fund password').value).toBe('850266');
  });

  it('that was wrong too often counts the wait down, and can be sent after it', async () => {
    const app = await openForm(true, (server) =>
      server.on(setFundPassword, () => refuse('FUND_PASSWORD_WAIT', { seconds: 30 })),
    );
    await fill(app, '850266', '850266', '000000');
    const startMs = Date.now();
    const now = vi.spyOn(Date, 'now').mockReturnValue(startMs);
    await app.user.click(button('Change fund password'));
    await screen.findByText('Too many wrong fund passwords. Try again in 30 s.');
    expect(button('Change fund password').disabled).toBe(true);
    now.mockReturnValue(startMs + 12_400);
    await screen.findByText('Too many wrong fund passwords. Try again in 18 s.');
    now.mockReturnValue(startMs + 30_000);
    await waitFor(() => expect(button('Change fund password').disabled).toBe(false));
  });

  it.each([
    ['12345', '12345', 'The fund password must have exactly 6 digits.', 'New fund password'],
    ['', '', 'Please enter fund password.', 'New fund password'],
    ['123456', '123457', /^Passwords do not match/, 'Repeat new fund password'],
  ])('of %s and %s is refused beside its field', async (password, repeat, wrong, where) => {
    const app = await openForm(false);
    if (password !== '') await fill(app, password, repeat);
    await app.user.click(button('Set fund password'));
    screen.getByText(wrong);
    await waitFor(() => expect(document.activeElement).toBe(field(where)));
    expect(app.server.seen(setFundPassword)).toEqual([]);
  });

  it('whose answer was lost asks for the current one once it turns out to be set', async () => {
    const app = await openForm(false, (server) => server.on(setFundPassword, breakConnection));
    await fill(app);
    app.server.on(hasFundPassword, () => 'set' as const);
    await app.user.click(button('Set fund password'));
    await screen.findByText(/^The fund password may already be set/);
    await screen.findByLabelText('Current fund password');
  });

  it('is read again after a failure', async () => {
    const app = await open(paths.changePayPassword(), (server) =>
      server.on(hasFundPassword, () => refuse('SERVICE_UNAVAILABLE')),
    );
    const retry = await screen.findByRole('button', { name: 'Try again' });
    app.server.on(hasFundPassword, () => 'unset' as const);
    await app.user.click(retry);
    await screen.findByLabelText('New fund password');
  });
});
