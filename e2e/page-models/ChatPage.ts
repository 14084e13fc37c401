import { expect, type Locator, type Page } from '@playwright/test';

/** The support chat, as its user sees it. */
export class ChatPage {
  readonly messages: Locator;
  private readonly field: Locator;

  constructor(private readonly page: Page) {
    this.messages = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
    this.field = page.getByRole('textbox', { name: 'Your message' });
  }

  async open(): Promise<void> {
    await this.page.goto('#/pages/help-center/chat');
    await this.field.waitFor();
  }

  /** Writes a message, which may wait for a connection. */
  async write(text: string): Promise<void> {
    await this.field.fill(text);
    await this.page.getByRole('button', { name: 'Send', exact: true }).click();
    await this.messages.filter({ hasText: text }).waitFor();
  }

  /** Writes a message, and waits until the exchange has it. */
  async send(text: string): Promise<void> {
    await this.write(text);
    await expect(this.messages.filter({ hasText: text })).toContainText(/Sent|Read/);
  }

  /** Chooses the picture of the next message. */
  async choose(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.page.getByLabel('Add a picture').and(this.page.locator('input')).setInputFiles(file);
    await this.page.getByRole('button', { name: 'Remove the picture' }).waitFor();
  }
}
