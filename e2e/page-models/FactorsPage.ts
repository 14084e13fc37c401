import type { Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { textsOf } from '../texts.ts';

const STEP_SECONDS = 30;

/** Two-step login, in the language of a folder of `locales`, with an authenticator app. */
export class FactorsPage {
  readonly text;
  private secret = '';
  private usedStep = 0;

  constructor(
    private readonly page: Page,
    language = 'en',
  ) {
    this.text = textsOf(language);
  }

  async open(): Promise<void> {
    await this.page.goto('#/pages/settings/security/twoStepLogin');
  }

  button(place: string): Locator {
    return this.page.getByRole('button', { name: this.text(place), exact: true });
  }

  field(place: string): Locator {
    return this.page.getByRole('textbox', { name: this.text(place), exact: true });
  }

  /** The key as it is shown, typed into the app. */
  async takeKey(): Promise<void> {
    const key = this.page.getByText(/^[A-Z2-7]{32}$/);
    this.secret = (await key.textContent()) ?? '';
  }

  /** The ten codes that are shown only this once. */
  async recoveryCodes(): Promise<readonly string[]> {
    // The page before it has a list, too: its steps.
    await this.page.getByRole('heading', { name: this.text('factors.codes.title') }).waitFor();
    const items = this.page.getByRole('main').getByRole('listitem');
    return items.allTextContents();
  }

  /**
   * A code of the app that was not typed yet: each is accepted once, and those next to the present one are valid as
   * well, for phones with inaccurate clocks.
   */
  code(): string {
    const now = Math.floor(Date.now() / 1000 / STEP_SECONDS);
    this.usedStep = Math.max(now - 1, this.usedStep + 1);
    const timestamp = this.usedStep * STEP_SECONDS * 1000;
    return new TOTP({ secret: Secret.fromBase32(this.secret) }).generate({ timestamp });
  }
}
