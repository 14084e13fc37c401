import type { Locator, Page } from '@playwright/test';
import { looksLike, textsOf } from '../texts.ts';

/** The app lock: its settings, and the screen that replaces the app while it is locked. */
export class AppLockPages {
  private readonly text;

  constructor(
    private readonly page: Page,
    language = 'en',
  ) {
    this.text = textsOf(language);
  }

  async open(): Promise<void> {
    await this.page.goto('#/pages/settings/security/appLock');
    await this.page.getByRole('main').getByRole('button').first().waitFor();
  }

  async turnOn(pin: string): Promise<void> {
    await this.page.getByLabel(this.text('security.lock.pin.new'), { exact: true }).fill(pin);
    await this.page.getByLabel(this.text('security.lock.pin.repeat'), { exact: true }).fill(pin);
    await this.page.getByRole('button', { name: this.text('security.lock.turnOn') }).click();
    await this.lockNowButton().waitFor();
  }

  lockNowButton(): Locator {
    return this.page.getByRole('button', { name: this.text('security.lock.lockNow') });
  }

  /** The notice that the app is locked. */
  locked(): Locator {
    return this.page.getByRole('heading', { name: this.text('security.lock.locked') });
  }

  /** The notice that a PIN was wrong. */
  wrong(): Locator {
    return this.page.getByText(looksLike(this.text('security.lock.pin.wrong_other')));
  }

  cover(): Locator {
    return this.page.locator('[data-cover]');
  }

  async enter(pin: string): Promise<void> {
    await this.page.getByLabel(this.text('security.lock.pin.label'), { exact: true }).fill(pin);
    await this.page.getByRole('button', { name: this.text('security.lock.unlock') }).click();
  }

  /** The event that a phone sends to a page that is hidden, or shown again. */
  async turn(to: 'hidden' | 'visible'): Promise<void> {
    await this.page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    }, to);
  }
}
