import type { CDPSession, Page } from '@playwright/test';
import { looksLike, textsOf } from '../texts.ts';

/** Passkeys, in the language of a folder of `locales`, on a device whose owner is always present. */
export class PasskeysPage {
  readonly text;
  private session: Promise<CDPSession> | undefined;
  private authenticator = '';

  constructor(
    private readonly page: Page,
    language = 'en',
  ) {
    this.text = textsOf(language);
  }

  /** Gives the browser its own device that stores passkeys. */
  async plugIn(): Promise<void> {
    const session = await this.browser();
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    this.authenticator = authenticatorId;
  }

  /** Whether the device recognises the owner's finger. */
  async recognise(isUserVerified: boolean): Promise<void> {
    const session = await this.browser();
    await session.send('WebAuthn.setUserVerified', { authenticatorId: this.authenticator, isUserVerified });
  }

  async open(): Promise<void> {
    await this.page.goto('#/pages/settings/security/passkeys');
  }

  get rows() {
    return this.page.getByRole('main').getByRole('listitem');
  }

  get sheet() {
    return this.page.getByRole('dialog');
  }

  /** Opens the sheet to add one. */
  async begin(name: string): Promise<void> {
    await this.button('add.open').click();
    await this.sheet.getByRole('textbox', { name: this.text('passkeys.name') }).fill(name);
  }

  /** Presses a button of the sheet. */
  async confirm(key: string): Promise<void> {
    await this.sheet.getByRole('button', { name: this.text(`passkeys.${key}`), exact: true }).click();
  }

  /** A button of a row, named by a text with a gap for the name of the passkey. */
  async ask(key: string): Promise<void> {
    await this.rows.getByRole('button', { name: looksLike(this.text(`passkeys.${key}`)) }).click();
  }

  /** The button on the login page. */
  get entrance() {
    return this.page.getByRole('button', { name: this.text('auth.login.passkey') });
  }

  private button(key: string) {
    return this.page.getByRole('button', { name: this.text(`passkeys.${key}`), exact: true });
  }

  private browser(): Promise<CDPSession> {
    this.session ??= this.page.context().newCDPSession(this.page);
    return this.session;
  }
}
