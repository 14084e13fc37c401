// The login pages through the real routes, store and rules, against a fake server.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { askPasskeyLogin } from '@halyard/contract/security/passkeyCalls';
import { listCallingCodes } from '@halyard/contract/settings/calls';
import { getUser, logIn, registerUser, resetPassword, sendMailCode } from '@halyard/contract/user/calls';
import { languageChosen } from '../../domain/preferences/languageSlice.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { helpOf, serveArticles } from '../../testing/articles.ts';
import { serveExchange, TRADER } from '../../testing/exchange.ts';
import { neverAnswer, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { forgetAuthDraft } from './authDraft.ts';

vi.mock('@simplewebauthn/browser', () => ({ startAuthentication: async () => ({ id: 'p' }) }));

const EMAIL = 'ann@example.com';
const PASSWORD = 'a quiet harbour';

async function open(path: string, backend: (server: FakeBackend) => void = () => undefined) {
  forgetAuthDraft();
  const app = await renderApp({
    path,
    backend: (server) => {
      serveExchange(server);
      server.on(sendMailCode, () => 'sent');
      server.on(logIn, () => 'token');
      server.on(getUser, () => TRADER);
      server.on(listCallingCodes, () => [
        { id: 1, name: 'Germany', callingCode: '49' },
        { id: 2, name: 'Ghana', callingCode: '233' },
      ]);
      backend(server);
    },
  });
  await screen.findByRole('heading', { level: 1 });
  return app;
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const secret = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

/** In one step: each letter of a new password is rated by a large library. */
async function putInto(user: Awaited<ReturnType<typeof open>>['user'], input: HTMLElement, text: string) {
  await user.click(input);
  await user.paste(text);
}

/** The first step: address and agreement, until the field of the code is there. */
async function requestCode({ user }: Awaited<ReturnType<typeof open>>) {
  await putInto(user, field('E-mail'), ` ${EMAIL.toUpperCase()} `);
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('textbox', { name: 'Verification code' });
}

async function fillRegistration(app: Awaited<ReturnType<typeof open>>) {
  await requestCode(app);
  await putInto(app.user, field('Verification code'), '12 34-56');
  await putInto(app.user, await screen.findByLabelText('New password'), PASSWORD);
}

describe('the login page', () => {
  it('logs in with the stored form of the address and returns to the page before', async () => {
    const app = await open(paths.login({ backpage: paths.assets(), backtype: 2 }));
    await putInto(app.user, field('E-mail'), ` ${EMAIL.toUpperCase()}`);
    await app.user.type(secret('Password'), `${PASSWORD}{Enter}`);
    await screen.findByRole('heading', { name: 'Assets' });
    expect(app.location()).toBe(paths.assets());
    expect(app.server.seen(logIn)[0]?.request).toMatchObject({ kind: 'email', address: EMAIL, password: PASSWORD });
  });

  it('sends once for two taps, shows the refusal, and keeps the input', async () => {
    const app = await open(paths.login(), (server) => server.on(logIn, () => refuse('LOGIN_FAILED')));
    await putInto(app.user, field('E-mail'), EMAIL);
    await putInto(app.user, secret('Password'), 'wrong');
    const button = screen.getByRole('button', { name: 'Log in' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/Wrong account or password/));
    expect(app.server.seen(logIn)).toHaveLength(1);
    expect(field('E-mail').value).toBe(EMAIL);
  });

  it('sends a passkey as the second step', async () => {
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('PublicKeyCredential', vi.fn());
    onTestFinished(() => void vi.unstubAllGlobals());
    const app = await open(paths.login(), (server) => {
      server.on(askPasskeyLogin, () => '{}');
      server.on(logIn, ({ secondFactor }) =>
        secondFactor === undefined ? refuse('SECOND_FACTOR_REQUIRED', { methods: 'totp,passkey' }) : 'token',
      );
    });
    await putInto(app.user, field('E-mail'), EMAIL);
    await app.user.type(secret('Password'), `${PASSWORD}{Enter}`);
    await app.user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    await screen.findByRole('heading', { name: 'Home' });
    expect(app.server.seen(logIn).at(-1)?.request).toMatchObject({ password: PASSWORD, secondFactor: '{"id":"p"}' });
  });

  it('drops the input when it is left for another page', async () => {
    const app = await open(paths.login());
    await putInto(app.user, secret('Password'), 'secret word');
    await act(() => app.app.router.navigate(paths.home()));
    await screen.findByRole('heading', { name: 'Home' });
    await act(() => app.app.router.navigate(paths.login()));
    expect((await screen.findByLabelText<HTMLInputElement>('Password')).value).toBe('');
  });
});

describe('the registration page', () => {
  it('goes through address, code and password, with errors at the fields of each step', async () => {
    const app = await open(paths.register());
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(document.activeElement).toBe(field('E-mail')));
    expect(field('E-mail')).toHaveProperty('ariaInvalid', 'true');
    const describedBy = (input: HTMLElement) =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ');
    expect(describedBy(field('E-mail'))).toMatch(/Enter your e-mail/);
    expect(describedBy(screen.getByRole('checkbox'))).toMatch(/You did not agree/);
    await requestCode(app);
    expect(document.activeElement).toBe(field('Verification code'));
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(field('Verification code')).toHaveProperty('ariaInvalid', 'true'));
    await putInto(app.user, field('Verification code'), '123456');
    const password = await screen.findByLabelText('New password');
    expect(document.activeElement).toBe(password);
    await putInto(app.user, password, PASSWORD);
    // Hidden, it has to be repeated.
    await app.user.click(screen.getByRole('button', { name: 'Hide password' }));
    await putInto(app.user, secret('Repeat password'), 'another one');
    await app.user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(describedBy(secret('Repeat password'))).toMatch(/do not match/));
    expect(app.server.seen(registerUser)).toEqual([]);
  });

  it('registers with the cleaned input, and logs in', async () => {
    const app = await open(paths.register(), (server) => server.on(registerUser, () => 'registered'));
    await fillRegistration(app);
    await app.user.click(screen.getByRole('button', { name: 'Create account' }));
    await screen.findByRole('heading', { name: 'Home' });
    expect(app.server.seen(registerUser).map(({ request }) => request)).toEqual([
      expect.objectContaining({ address: EMAIL, code: '123456', password: PASSWORD, passwordRepeat: PASSWORD }),
    ]);
    expect(app.server.seen(logIn)).toHaveLength(1);
  });

  it('continues on the login page when the login after it fails', async () => {
    let tries = 0;
    const app = await open(paths.register({ backpage: paths.assets(), backtype: 2 }), (server) => {
      server.on(registerUser, () => 'registered');
      server.on(logIn, () => ((tries += 1) === 1 ? refuse('OVERLOADED') : 'token'));
    });
    await fillRegistration(app);
    await app.user.click(screen.getByRole('button', { name: 'Create account' }));
    await screen.findByText('Your account is open. Log in to use it.', { selector: 'p' });
    await app.user.click(await screen.findByRole('button', { name: 'Log in' }));
    await screen.findByRole('heading', { name: 'Assets' });
    expect(app.server.seen(registerUser)).toHaveLength(1);
    expect(app.server.seen(logIn)[1]?.request).toMatchObject({ address: EMAIL, password: PASSWORD });
  });

  it('shows the server’s refusal beside its field', async () => {
    const app = await open(paths.register(), (server) => server.on(registerUser, () => refuse('CODE_WRONG')));
    await fillRegistration(app);
    await app.user.click(screen.getByRole('button', { name: 'Create account' }));
    await screen.findByText(/code is wrong or has expired/);
    await waitFor(() => expect(document.activeElement).toBe(field('Verification code')));
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('shows errors in a language chosen meanwhile', async () => {
    const app = await open(paths.register());
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText(/Enter your e-mail/);
    await act(async () => void app.app.store.dispatch(languageChosen('esp')));
    await screen.findByText(/Ingresa tu correo/);
    expect(screen.queryByText(/Enter your e-mail/)).toBeNull();
  });

  it('sends a code once and counts down, also on the next page', async () => {
    const app = await open(paths.register());
    await requestCode(app);
    const waiting = await screen.findByRole('button', { name: /^Resend in (60|59) s$/ });
    await app.user.click(waiting);
    // Back and forth asks for no other code.
    await app.user.click(screen.getByRole('button', { name: 'Back' }));
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('textbox', { name: 'Verification code' });
    expect(app.server.seen(sendMailCode).map(({ request }) => request)).toEqual([
      { address: EMAIL, purpose: 'register' },
    ]);
    await act(() => app.app.router.navigate(paths.forgetPassword()));
    await screen.findByRole('heading', { name: 'Reset your password' });
    expect(screen.getByRole('button', { name: /^Resend in / })).toHaveProperty('disabled', true);
  });

  it('counts down for its address, and lets another one have its own', async () => {
    const app = await open(paths.forgetPassword());
    await putInto(app.user, field('E-mail'), EMAIL);
    await app.user.click(screen.getByRole('button', { name: 'Send code' }));
    await screen.findByRole('button', { name: /Resend in/ });
    // The device stores no address.
    expect(JSON.stringify(localStorage)).not.toContain(EMAIL);
    await putInto(app.user, field('E-mail'), '.au');
    await app.user.click(await screen.findByRole('button', { name: 'Send code' }));
    await waitFor(() => expect(app.server.seen(sendMailCode)).toHaveLength(2));
  });

  it('drops the e-mail error for a phone number', async () => {
    const app = await open(paths.login());
    await app.user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(field('E-mail').getAttribute('aria-invalid')).toBe('true'));
    await app.user.click(screen.getByRole('radio', { name: 'Phone' }));
    expect(field('Phone').getAttribute('aria-invalid')).not.toBe('true');
  });

  it('asks for the address before it sends a code', async () => {
    const app = await open(paths.forgetPassword());
    await app.user.click(screen.getByRole('button', { name: 'Send code' }));
    await waitFor(() => expect(document.activeElement).toBe(field('E-mail')));
    expect(app.server.seen(sendMailCode)).toEqual([]);
  });

  it('keeps its input while a country is chosen', async () => {
    const app = await open(paths.register());
    await app.user.click(screen.getByRole('checkbox'));
    await app.user.click(screen.getByRole('radio', { name: 'Phone' }));
    await putInto(app.user, field('Phone'), '170123');
    await app.user.click(screen.getByRole('link', { name: /Country code \+1/ }));
    await app.user.type(await screen.findByRole('searchbox', { name: 'Country or code' }), '+49');
    await waitFor(() => expect(screen.queryByText('Ghana')).toBeNull());
    await app.user.click(screen.getByRole('button', { name: /Germany/ }));
    await screen.findByRole('link', { name: /Country code \+49/ });
    expect(field('Phone').value).toBe('170123');
    expect(screen.getByRole('checkbox')).toHaveProperty('checked', true);
  });
});

describe('the agreements', () => {
  const articles = [
    helpOf(1, { slug: 'user-agreement', content: '<p>Who runs this. <a href="#/privacy">What is kept</a></p>' }),
    helpOf(2, { slug: 'privacy', content: '<p>What is kept. <a href="#/pages/index/index">Markets</a></p>' }),
  ];

  it('open from the registration, which keeps its input', async () => {
    const app = await open(paths.register(), (server) => serveArticles(server, { articles }));
    await putInto(app.user, field('E-mail'), EMAIL);
    await app.user.click(screen.getByRole('checkbox'));
    await app.user.click(screen.getByRole('link', { name: 'Privacy' }));
    await screen.findByText('What is kept.', { exact: false });
    expect(app.location()).toBe(paths.privacy());
    await app.user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('textbox', { name: 'E-mail' })).toHaveProperty('value', EMAIL);
    expect(screen.getByRole('checkbox')).toHaveProperty('checked', true);
  });

  it('drop the input when another page follows', async () => {
    const app = await open(paths.register(), (server) => serveArticles(server, { articles }));
    await putInto(app.user, field('E-mail'), EMAIL);
    await app.user.click(screen.getByRole('link', { name: 'User agreement' }));
    await app.user.click(await screen.findByRole('link', { name: 'What is kept' }));
    await app.user.click(await screen.findByRole('link', { name: 'Markets' }));
    await screen.findByRole('heading', { name: 'Home' });
    await act(() => app.app.router.navigate(paths.register()));
    expect(await screen.findByRole('textbox', { name: 'E-mail' })).toHaveProperty('value', '');
  });
});

describe('the page for a forgotten password', () => {
  it('sets the new password and leads to the login, without the passwords', async () => {
    const app = await open(paths.forgetPassword(), (server) => server.on(resetPassword, () => 'changed'));
    await putInto(app.user, field('E-mail'), EMAIL);
    await putInto(app.user, field('Verification code'), '123456');
    await putInto(app.user, secret('New password'), PASSWORD);
    await putInto(app.user, secret('Repeat password'), PASSWORD);
    await app.user.click(screen.getByRole('button', { name: 'Set new password' }));
    await screen.findByRole('heading', { name: 'Log in' });
    expect(app.server.seen(resetPassword)[0]?.request).toMatchObject({ address: EMAIL, code: '123456' });
    expect([field('E-mail').value, secret('Password').value]).toEqual([EMAIL, '']);
  });

  it('confirms to a logged-in user, though the session ends before the answer', async () => {
    const app = await open(paths.login());
    await putInto(app.user, field('E-mail'), EMAIL);
    await app.user.type(secret('Password'), `${PASSWORD}{Enter}`);
    await screen.findByRole('heading', { name: 'Home' });
    app.server.on(resetPassword, async () => {
      app.realtime.logOut();
      return 'changed';
    });
    await act(() => app.app.router.navigate(paths.forgetPassword()));
    await app.user.type(await screen.findByRole('textbox', { name: 'E-mail' }), EMAIL);
    await putInto(app.user, field('Verification code'), '123456');
    await putInto(app.user, secret('New password'), PASSWORD);
    await app.user.type(secret('Repeat password'), `${PASSWORD}{Enter}`);
    await screen.findByText(/password.*(changed|set)/i, { selector: 'p' });
    await screen.findByRole('heading', { name: 'Log in' });
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('is busy, and ignores a second tap, until the answer is there', async () => {
    const app = await open(paths.forgetPassword(), (server) => server.on(resetPassword, neverAnswer));
    await putInto(app.user, field('E-mail'), EMAIL);
    await putInto(app.user, field('Verification code'), '123456');
    await putInto(app.user, secret('New password'), PASSWORD);
    await app.user.type(secret('Repeat password'), `${PASSWORD}{Enter}{Enter}`);
    await waitFor(() => expect(app.server.seen(resetPassword)).toHaveLength(1));
    fireEvent.submit(secret('Repeat password'));
    await act(() => Promise.resolve());
    expect(app.server.seen(resetPassword)).toHaveLength(1);
  });
});

describe('the country list', () => {
  it('shows a failed load, and loads again', async () => {
    const app = await open(paths.choose(), (server) =>
      server.on(listCallingCodes, () => refuse('INTERNAL', { id: 'x' })),
    );
    await screen.findByText('The countries could not be loaded.');
    app.server.on(listCallingCodes, () => [{ id: 1, name: 'Germany', callingCode: '49' }]);
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: /Germany/ });
  });
});
