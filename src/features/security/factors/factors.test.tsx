// Two-step login through the real routes and store: turned on with the key and its first code, recovery codes saved
// before they disappear, and requested at login only after the password.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { confirmTotp, listFactors, removeTotp, startTotp, type Factors } from '@halyard/contract/security/factorCalls';
import { getUser, logIn } from '@halyard/contract/user/calls';
import { paths } from '../../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../../testing/exchange.ts';
import { refuse } from '../../../testing/fakeBackend.ts';
import { renderApp } from '../../../testing/renderApp.tsx';

const OFF: Factors = { factors: [], recoveryCodesLeft: 0, reset: null };
const ON: Factors = {
  factors: [{ kind: 'totp', addedAt: '2026-03-16T14:00:00.000Z' }],
  recoveryCodesLeft: 10,
  reset: null,
};
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const CODES = Array.from({ length: 10 }, (_, index) => `ABCD-EFGH-IJKL-MN${index + 10}`);

it('is turned on with the first code; the recovery codes stay until they are confirmed', async () => {
  let factors = OFF;
  const asked: string[] = [];
  const { user } = await renderApp({
    path: paths.twoStepLogin(),
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(getUser, () => TRADER);
      server.on(listFactors, () => factors);
      server.on(startTotp, () => ({
        secret: SECRET,
        uri: `otpauth://totp/Halyard:trader?secret=${SECRET}`,
        expiresAt: '2026-03-16T14:15:00.000Z',
      }));
      server.on(confirmTotp, ({ code = '' }) => {
        asked.push(code);
        if (code !== '123456') return refuse('SECOND_FACTOR_WRONG');
        factors = ON;
        return { recoveryCodes: CODES, otherSessions: 2 };
      });
      server.on(removeTotp, () => {
        factors = OFF;
        return { otherSessions: 0 };
      });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
  await screen.findByRole('img', { name: 'QR code for the authenticator app' });
  expect(screen.getByText(SECRET)).toBeDefined();
  const field = screen.getByLabelText<HTMLInputElement>('6 digits from the app');
  expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric']);
  await user.type(field, '000000');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  await screen.findByText(/This code is wrong/);
  await user.type(field, '123 456');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));

  const list = await screen.findByRole('list');
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(CODES);
  const done = screen.getByRole<HTMLButtonElement>('button', { name: 'Done' });
  expect(done.disabled).toBe(true);
  expect(screen.getByRole('button', { name: 'Log out 2 other devices' })).toBeDefined();
  await user.click(screen.getByRole('checkbox', { name: 'I saved the codes' }));
  await user.click(done);
  await screen.findByText('Recovery codes left');
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
  expect(asked).toEqual(['000000', '123456']);

  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  const sheet = await screen.findByRole('dialog');
  await user.click(within(sheet).getByRole('button', { name: 'Turn off' }));
  await screen.findByRole('button', { name: 'Set up an authenticator app' });
});

it('is required at a login after the password, by the app or by a recovery code', async () => {
  const given: (string | undefined)[] = [];
  const { user } = await renderApp({
    path: paths.login(),
    backend: (server) => {
      serveExchange(server);
      server.on(getUser, () => TRADER);
      server.on(logIn, ({ secondFactor }) => {
        given.push(secondFactor);
        if (secondFactor === undefined) return refuse('SECOND_FACTOR_REQUIRED', { methods: 'totp,recovery' });
        if (secondFactor !== CODES[0]) return refuse('SECOND_FACTOR_WRONG');
        return 'a'.repeat(64);
      });
    },
  });
  await user.type(await screen.findByRole('textbox', { name: 'E-mail' }), 'trader@example.com');
  await user.type(screen.getByLabelText('Password'), 'a quiet harbour');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Code from your authenticator app');
  expect([field.autocomplete, field.inputMode, document.activeElement]).toEqual(['one-time-code', 'numeric', field]);
  await user.type(field, '111 111');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await screen.findByText(/This code is wrong/);
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await user.type(await screen.findByLabelText('Recovery code'), CODES[0] ?? '');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(given).toEqual([undefined, '111111', CODES[0]]));
});
