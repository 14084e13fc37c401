// Freezing through the real routes and store: a mail's link freezes nothing before its button is pressed, works without
// a login, and the own page shows the state and how to lift it. The code is masked, and wrong ones are not sent.
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  askUnfreeze,
  freezeAccount,
  freezeByKey,
  getAccountProtection,
  listSecurityEvents,
  setAntiPhishingCode,
  type AccountProtection,
} from '@halyard/contract/security/freezeCalls';
import { getUser } from '@halyard/contract/user/calls';
import { formatMoment } from '../../../shared/format/dates.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../../testing/exchange.ts';
import { refuse, type FakeBackend } from '../../../testing/fakeBackend.ts';
import { renderApp } from '../../../testing/renderApp.tsx';

const KEY = 'AbCdEfGhIjKlMnOpQrStUv';
const FREE: AccountProtection = { isFrozen: false, frozenAt: null, unfreezing: null, antiPhishingCode: null };
const FROZEN: AccountProtection = { ...FREE, isFrozen: true, frozenAt: '2026-03-16T14:00:00.000Z' };

async function open(path: string, backend: (server: FakeBackend) => void, user?: typeof TRADER) {
  return renderApp({
    path,
    ...(user && { user }),
    backend: (server) => {
      serveExchange(server);
      server.on(getUser, () => TRADER);
      server.on(getAccountProtection, () => FREE);
      backend(server);
    },
  });
}

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('a mail’s link', () => {
  it('shows the effects of a freeze, and freezes once when its button is pressed, without a login', async () => {
    const { server, user } = await open(paths.freeze({ key: KEY }), (backend) => {
      backend.on(freezeByKey, () => 'frozen');
    });
    const press = await button('Freeze my account');
    screen.getByText('All devices are logged out.');
    screen.getByText(/^Only a review lifts the freeze. Log in and request it/);
    expect(server.seen(freezeByKey)).toEqual([]);
    await waitFor(() => expect(press.disabled).toBe(false));
    await user.dblClick(press);
    await screen.findByText('The account is frozen.');
    expect(server.seen(freezeByKey).map(({ request }) => request)).toEqual([{ key: KEY }]);
    const link = screen.getByRole('link', { name: 'Set a new password' });
    expect(link.getAttribute('href')).toBe(`#${paths.forgetPassword()}`);
  });

  it('that is expired shows what to do', async () => {
    const { user } = await open(paths.freeze({ key: KEY }), (backend) => {
      backend.on(freezeByKey, () => refuse('FREEZE_KEY_INVALID'));
    });
    const press = await button('Freeze my account');
    await waitFor(() => expect(press.disabled).toBe(false));
    await user.click(press);
    await screen.findByText(/Use the newest security e-mail, or log in/);
  });

  it('without its key leads to the login', async () => {
    await open(paths.freeze(), () => undefined);
    await screen.findByText(/Open the link in a security e-mail again/);
    expect(screen.queryByRole('button', { name: 'Freeze my account' })).toBeNull();
  });
});

describe('the user’s own account', () => {
  it('is frozen by the button, and its review is requested afterwards', async () => {
    let protection = FREE;
    const { server, user } = await open(
      paths.freeze(),
      (backend) => {
        backend.on(getAccountProtection, () => protection);
        backend.on(freezeAccount, () => {
          protection = FROZEN;
          return 'frozen';
        });
        backend.on(askUnfreeze, () => {
          const requestedAt = '2026-03-16T15:00:00.000Z';
          protection = { ...FROZEN, unfreezing: { status: 'pending', reason: null, requestedAt } };
          return 'asked';
        });
      },
      TRADER,
    );
    const press = await button('Freeze my account');
    screen.getByText('All other devices are logged out.');
    await waitFor(() => expect(press.disabled).toBe(false));
    await user.click(press);
    const ask = await button('Request a review');
    await screen.findByText(/^Frozen since/);
    await waitFor(() => expect(ask.disabled).toBe(false));
    await user.click(ask);
    await screen.findByText(/^Requested /);
    expect(server.seen(freezeAccount)).toHaveLength(1);
    expect(server.seen(askUnfreeze)).toHaveLength(1);
  });

  it('shows why a review was refused, and allows another request', async () => {
    const unfreezing = { status: 'rejected', reason: 'Call us first.', requestedAt: FROZEN.frozenAt ?? '' } as const;
    await open(
      paths.freeze(),
      (backend) => {
        backend.on(getAccountProtection, () => ({ ...FROZEN, unfreezing }));
      },
      TRADER,
    );
    await screen.findByText('Your last request was rejected. Reason: Call us first.');
    await button('Request a review');
  });
});

describe('the anti-phishing code', () => {
  it('is shown masked, refused locally when invalid, and sent in stored form', async () => {
    const { server, user } = await open(
      paths.antiPhishing(),
      (backend) => {
        backend.on(getAccountProtection, () => ({ ...FREE, antiPhishingCode: 'B•••••7' }));
        backend.on(setAntiPhishingCode, () => 'set');
      },
      TRADER,
    );
    expect((await screen.findByText('Current code')).nextSibling?.textContent).toBe('B•••••7');
    const field = screen.getByLabelText<HTMLInputElement>('New code');
    const press = await button('Change code');
    await waitFor(() => expect(press.disabled).toBe(false));
    await user.type(field, 'a-b');
    await user.click(press);
    await screen.findByText('Use 4 to 20 letters and digits, with spaces only between words.');
    expect(server.seen(setAntiPhishingCode)).toEqual([]);
    await user.clear(field);
    await user.type(field, 'Green lamp 3');
    await user.click(press);
    await screen.findByText('Anti-phishing code set. It appears in every message from us.');
    expect(server.seen(setAntiPhishingCode).map(({ request }) => request)).toEqual([{ code: 'Green lamp 3' }]);
  });
});

describe('security events', () => {
  it('are listed with time, device and location', async () => {
    await open(
      paths.securityEvents(),
      (backend) => {
        const text = 'If this was not you, contact support now. Withdrawals were on hold until 2026-03-17 14:00 UTC.';
        const event = { text, at: '2026-03-16T14:00:00.000Z' };
        backend.on(listSecurityEvents, () => ({
          events: [
            {
              ...event,
              id: 'security:2',
              title: 'Fund password changed',
              device: 'Chrome 120, Android 14',
              country: 'DE',
            },
            { ...event, id: 'security:1', title: 'Login password changed', device: null, country: null },
            {
              ...event,
              id: 'security:0',
              title: 'Login from a new device',
              text: 'Firefox 130, DE. If this was not you, change your password now.',
              device: 'Firefox 130',
              country: 'DE',
            },
          ],
          next: null,
        }));
      },
      TRADER,
    );
    await screen.findByText('Fund password changed');
    await screen.findByText(/Chrome 120, Android 14, Germany/);
    screen.getByText('Login password changed');
    const until = formatMoment(Date.UTC(2026, 2, 17, 14), 'en', 'dateMinute');
    screen.getByText('Firefox 130, Germany');
    screen.getByText('If this was not you, change your password now.');
    expect(screen.getAllByText(new RegExp(`on hold until ${until}\\.`))).toHaveLength(2);
  });
});
