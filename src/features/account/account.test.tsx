// The account through the real routes and store: identity, sessions, ending one after confirmation, and logout.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { getIdentity, type Identity, type IdentityLevel } from '@halyard/contract/identity/calls';
import type { SessionId } from '@halyard/contract/ids';
import { listSessions, revokeSessions, type Session } from '@halyard/contract/security/calls';
import { getUser, logOut } from '@halyard/contract/user/calls';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../testing/exchange.ts';
import { refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const LEVEL: IdentityLevel = { status: 'verified', rejectReason: null, submittedAt: null, reviewedAt: null };
const IDENTITY: Identity = { basic: LEVEL, advanced: LEVEL, country: null, name: null, idNumberMasked: null };
const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000).toISOString();

function sessionOf(id: number, overrides: Partial<Session> = {}): Session {
  return {
    id: id as SessionId,
    isCurrent: false,
    browser: 'Chrome 120',
    system: 'Android 14',
    device: 'Pixel 7',
    ip: '203.0.113.7',
    country: 'VN',
    createdAt: minutesAgo(10_000),
    lastSeenAt: minutesAgo(5),
    ...overrides,
  };
}

const HERE = sessionOf(1, {
  isCurrent: true,
  browser: 'Safari 17',
  system: 'iOS 17',
  device: 'iPhone',
  lastSeenAt: minutesAgo(0),
});
const THERE = sessionOf(2);
const NAMELESS = sessionOf(3, {
  browser: '',
  system: '',
  device: '',
  ip: null,
  country: null,
  lastSeenAt: minutesAgo(60 * 49),
});
const THERE_NAME = 'Chrome 120 · Android 14 · Pixel 7';

async function open(
  sessions: readonly Session[] = [HERE, THERE, NAMELESS],
  backend: (server: FakeBackend) => void = () => undefined,
) {
  const app = await renderApp({
    path: paths.account(),
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(getUser, () => TRADER);
      server.on(getIdentity, () => IDENTITY);
      server.on(listSessions, () => [...sessions]);
      server.on(revokeSessions, () => 'ended');
      server.on(logOut, () => 'left');
      backend(server);
    },
  });
  return app;
}

const row = (name: string) => {
  const found = screen.getByText(name).closest('li');
  if (found === null) throw new Error(`no device ${name}`);
  return within(found);
};

describe('the account', () => {
  it('shows the user and their sessions', async () => {
    await open();
    await screen.findByText(THERE_NAME);
    screen.getByText(String(TRADER.id));
    screen.getByText('ann@example.com');
    expect(screen.queryByText('Phone')).toBeNull();
    await screen.findByText('Verified');
    const here = row('Safari 17 · iOS 17 · iPhone');
    here.getByText('This device');
    expect(here.queryByRole('button')).toBeNull();
    row(THERE_NAME).getByText('Vietnam · 203.0.113.7');
    row(THERE_NAME).getByText(/^Last seen 5 minutes ago/);
    row('Unknown device').getByText('Unknown location');
    row('Unknown device').getByText(/^Last seen 2 days ago/);
  });

  it('ends another session once, after confirmation, and lists the rest', async () => {
    const app = await open();
    await app.user.click(await screen.findByRole('button', { name: `Log out there: ${THERE_NAME}` }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Log out that device?' }));
    sheet.getByText(new RegExp(`^${THERE_NAME} is logged out immediately`));
    app.server.on(listSessions, () => [HERE, NAMELESS]);
    await app.user.dblClick(sheet.getByRole('button', { name: 'Log out there' }));
    await waitFor(() => expect(screen.queryByText(THERE_NAME)).toBeNull());
    await screen.findByText('Device logged out.');
    expect(app.server.seen(revokeSessions).map(({ request }) => request)).toEqual([{ id: 2 }]);
  });

  it('ends all others after confirmation, and then has nothing more to end', async () => {
    const app = await open();
    await app.user.click(await screen.findByRole('button', { name: 'Log out all other devices' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Log out all other devices?' }));
    app.server.on(listSessions, () => [HERE]);
    await app.user.click(sheet.getByRole('button', { name: 'Log out all other devices' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Log out all other devices' })).toBeNull());
    expect(app.server.seen(revokeSessions).map(({ request }) => request)).toEqual([{ others: true }]);
  });

  it('shows in the sheet why a session could not be ended', async () => {
    const app = await open([HERE, THERE], (server) => server.on(revokeSessions, () => refuse('SESSION_NOT_FOUND')));
    await app.user.click(await screen.findByRole('button', { name: `Log out there: ${THERE_NAME}` }));
    const sheet = within(await screen.findByRole('dialog'));
    await app.user.click(sheet.getByRole('button', { name: 'Log out there' }));
    await sheet.findByText(/^This device is no longer logged in/);
    await app.user.click(sheet.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('ends nothing offline, with the reason', async () => {
    const app = await open();
    await app.user.click(await screen.findByRole('button', { name: 'Log out all other devices' }));
    const sheet = within(await screen.findByRole('dialog'));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    sheet.getByText(/^You are offline\. Connect/);
    expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Log out all other devices' }).disabled).toBe(true);
  });

  it('reads its sessions again after a failure', async () => {
    const app = await open([HERE], (server) => server.on(listSessions, () => refuse('SERVICE_UNAVAILABLE')));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    app.server.on(listSessions, () => [HERE]);
    await app.user.click(retry);
    await screen.findByText('This device');
  });

  it('leads home after logout', async () => {
    const app = await open();
    await app.user.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(app.location()).toBe(paths.home()));
    await screen.findByText('You are logged out.');
    await waitFor(() => expect(app.server.seen(logOut)).toHaveLength(1));
  });
});
