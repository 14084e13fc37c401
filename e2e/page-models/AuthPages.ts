import { expect, type Page } from '@playwright/test';
import { PASSWORD, type Api } from '@halyard/contract/testing/api';
import { looksLike, textsOf } from '../texts.ts';

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

  /** Logs in for tests of another subject, in any language; ends on the home tab. */
  async enter(address: string): Promise<void> {
    const { page } = this;
    await page.goto('#/pages/user/login/login');
    await page.locator('input[name="username"]').fill(address);
    await page.locator('input[name="password"]').fill(PASSWORD);
    await page.locator('button[type="submit"]').click();
    await page.waitForURL(/#\/pages\/index\/index$/);
    // The address changes before the page does.
    await page.locator('input[name="password"]').waitFor({ state: 'detached' });
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
    await page.goto(new URL('/api/set/config', home).href);
    const token = await this.storedToken();
    if (token === undefined) throw new Error('nobody is logged in');
    const renewed = await api.prove(address, token);
    await page.evaluate((to) => {
      const stored = JSON.parse(localStorage.getItem('lifeData') ?? '{}') as object;
      localStorage.setItem('lifeData', JSON.stringify({ ...stored, token: to }));
    }, renewed);
    await page.goto(home);
  }

  /** The token on the device; none without a session. */
  storedToken(): Promise<string | undefined> {
    return this.page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('lifeData') ?? '{}') as { token?: string };
      return stored.token;
    });
  }
}
