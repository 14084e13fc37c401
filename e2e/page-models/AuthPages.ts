import { expect, type Page } from '@playwright/test';
import { PASSWORD, type Api } from '@halyard/contract/testing/api';
import { looksLike, textsOf } from '../texts.ts';

/** A page of the exchange's origin without the app. */
const EMPTY_PAGE = '/empty-page';

/** The login and registration pages, in the language of a folder of `locales` where one registers. */
export class AuthPages {
  private readonly text;

  constructor(
    private readonly page: Page,
    private readonly api: Api,
    language = 'en',
  ) {
    this.text = textsOf(language);
  }

  /** Registers through the screen with the code that was mailed; ends where `backpage` leads. */
  async register(address: string): Promise<void> {
    const { page, text } = this;
    const next = page.getByRole('button', { name: text('auth.register.next') });
    // The login page, the possible previous page, has a field of that name too, and disappears while it is filled.
    await next.waitFor();
    await page.getByLabel(text('auth.address.email'), { exact: true }).last().fill(address);
    await page.getByRole('checkbox').check();
    await next.click();
    await page.getByRole('button', { name: looksLike(text('auth.code.again')) }).waitFor();
    // The next step follows by itself.
    await page.getByLabel(text('auth.code.label')).fill(await this.api.codeFor(address));
    await page.getByLabel(text('auth.password.new'), { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: text('auth.register.action') }).click();
  }

  async logIn(address: string, password = PASSWORD): Promise<void> {
    const { page } = this;
    await page.getByRole('textbox', { name: 'E-mail' }).fill(address);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
  }

  /** Logs in for tests of another subject, as a device that has a session does; ends on the home tab. */
  async enter(address: string): Promise<void> {
    const { page, api } = this;
    await this.storeSession(await api.logIn(address));
    await page.goto('#/pages/index/index');
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  /** Logs out on the settings page, in the language of a folder of `locales`. */
  async logOut(language = 'en'): Promise<void> {
    const { page } = this;
    const name = textsOf(language)('settings.logOut.action');
    await page.goto('#/pages/settings/index');
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await expect.poll(() => this.storedToken()).toBeUndefined();
  }

  /**
   * Gives the session a step-up as the sheet does, for tests of another subject; ends on the home tab. No app is open
   * meanwhile that would use the previous token.
   */
  async prove(address: string): Promise<void> {
    const { page, api } = this;
    const home = page.url();
    const token = await this.storedToken();
    if (token === undefined) throw new Error('nobody is logged in');
    await this.storeSession(await api.prove(address, token));
    await page.goto(home);
  }

  /** Stores a session as the app does. Ends on a page without the app, which would use the previous token. */
  private async storeSession(token: string): Promise<void> {
    const { page } = this;
    const answer = await page.request.get('/api/user/info', { headers: { Authorization: token } });
    const { message: user } = (await answer.json()) as { message: unknown };
    await page.route(EMPTY_PAGE, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<link rel=icon href=data:,>' }),
    );
    await page.goto(EMPTY_PAGE);
    const session = JSON.stringify({ token, user, _persist: { version: 1, rehydrated: true } });
    await page.evaluate((stored) => localStorage.setItem('lifeData', stored), session);
  }

  /** The token on the device; none without a session. */
  storedToken(): Promise<string | undefined> {
    return this.page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('lifeData') ?? '{}') as { token?: string };
      return stored.token;
    });
  }
}
