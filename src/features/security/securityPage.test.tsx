// The security page through the real routes and store: safeguards, their state, and links.
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getAccountProtection, type AccountProtection } from '@halyard/contract/security/freezeCalls';
import { getIdentity, type Identity, type IdentityLevel } from '@halyard/contract/identity/calls';
import type { SessionId } from '@halyard/contract/ids';
import { hasFundPassword, listSessions, type Session } from '@halyard/contract/security/calls';
import { getUser } from '@halyard/contract/user/calls';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../testing/exchange.ts';
import type { FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const NONE: IdentityLevel = { status: 'none', rejectReason: null, submittedAt: null, reviewedAt: null };
const NOBODY: Identity = { basic: NONE, advanced: NONE, country: null, name: null, idNumberMasked: null };
const PROTECTION: AccountProtection = { isFrozen: false, frozenAt: null, unfreezing: null, antiPhishingCode: null };
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

const open = (path: string, backend: (server: FakeBackend) => void = () => undefined) =>
  renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(getUser, () => TRADER);
      server.on(getIdentity, () => NOBODY);
      server.on(listSessions, () => [SESSION, { ...SESSION, id: 2 as SessionId, isCurrent: false }]);
      server.on(hasFundPassword, () => 'unset' as const);
      server.on(getAccountProtection, () => PROTECTION);
      backend(server);
    },
  });

describe('the account’s safeguards', () => {
  it('are listed with their state and a link', async () => {
    await open(paths.security());
    await waitFor(() => expect(screen.getAllByText('Not set')).toHaveLength(3));
    await screen.findByText('0 of 4 account safeguards are on');
    expect(screen.queryByText('Your account is frozen.')).toBeNull();
    await screen.findByText('Unverified');
    await screen.findByText('2 devices');
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    for (const path of [
      paths.changePassword(),
      paths.changePayPassword(),
      paths.verification(),
      paths.account(),
      paths.antiPhishing(),
      paths.securityEvents(),
      paths.freeze(),
    ]) {
      expect(links).toContain(`#${path}`);
    }
  });

  it('show that the account is frozen, with a link', async () => {
    await open(paths.security(), (server) => {
      server.on(hasFundPassword, () => 'set' as const);
      server.on(getAccountProtection, () => ({
        ...PROTECTION,
        isFrozen: true,
        frozenAt: SESSION.createdAt,
        antiPhishingCode: 'B•••••7',
      }));
    });
    await screen.findByText('Your account is frozen.');
    expect(screen.getByRole('link', { name: 'What now?' }).getAttribute('href')).toBe(`#${paths.freeze()}`);
    await screen.findByText('2 of 4 account safeguards are on');
  });
});
