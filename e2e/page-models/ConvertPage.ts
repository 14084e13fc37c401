import type { Locator, Page } from '@playwright/test';
import { fillNumber } from './fillNumber.ts';

/** The page that converts one coin to another one. */
export class ConvertPage {
  constructor(private readonly page: Page) {}

  async open(from: string, to: string): Promise<void> {
    await this.page.goto(`#/pages/convert/index?from=${from}&to=${to}`);
    await this.amount.waitFor();
  }

  private get amount(): Locator {
    return this.page.getByRole('textbox', { name: 'Amount', exact: true });
  }

  /** How long the quote is valid, beside its button. */
  get validity(): Locator {
    return this.page.getByText(/^Valid for \d+ s$|^The quote has expired\.$/);
  }

  /** Executes the quote while it is valid. */
  get accept(): Locator {
    return this.page.getByRole('button', { name: /^Convert \d/ });
  }

  /** Amounts of a convert that was executed. */
  get result(): Locator {
    return this.page.getByRole('region', { name: 'Converted' });
  }

  /** Requests a quote for an amount. */
  async requestQuote(amount: string): Promise<void> {
    await fillNumber(this.amount, amount);
    await this.page.getByRole('button', { name: 'Get a quote' }).click();
    await this.accept.waitFor();
  }

  /** Replaces a quote that ran out. */
  async renewQuote(): Promise<void> {
    await this.page.getByRole('button', { name: 'New quote' }).click();
    await this.accept.waitFor();
  }

  /** The exact amount that the quote gives. */
  async quotedAmount(coin: string): Promise<string> {
    return amountIn(
      await this.page
        .getByText(/^You receive/)
        .locator('..')
        .innerText(),
      coin,
    );
  }

  /** The received amount in the result. */
  async receivedAmount(coin: string): Promise<string> {
    return amountIn(await this.result.getByText('Received').locator('..').innerText(), coin);
  }
}

/** The first amount of a coin in a text, without separators of thousands. */
function amountIn(text: string, coin: string): string {
  const [, found = ''] = new RegExp(`([\\d.]+)\\s*${coin}`).exec(text.replaceAll(',', '')) ?? [];
  return found;
}
