import { expect, type Locator, type Page } from '@playwright/test';
import { fillNumber } from './fillNumber.ts';

type Draft = {
  readonly side: 'Buy' | 'Sell';
  readonly type: 'Limit' | 'Market';
  readonly amount: string;
  readonly price?: string;
};

/** The trade tab: ticket, book, orders. */
export class TradePage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('#/pages/trade/index');
    await this.bids.first().waitFor();
  }

  /** Fills in the ticket without sending it. */
  async fillTicket({ side, type, amount, price }: Draft): Promise<void> {
    const ticket = this.page.getByRole('form', { name: 'Order' });
    await ticket.getByRole('radio', { name: side, exact: true }).check();
    await ticket.getByRole('radio', { name: type, exact: true }).check();
    if (price !== undefined) await fillNumber(ticket.getByRole('textbox', { name: 'Price' }), price);
    await fillNumber(ticket.getByRole('textbox', { name: 'Amount' }), amount);
  }

  button(side: 'Buy' | 'Sell'): Locator {
    return this.page.getByRole('button', { name: `${side} BTC`, exact: true });
  }

  /** Sends an order and waits until the exchange has taken it: the amount is then empty again. */
  async place(draft: Draft): Promise<void> {
    await this.fillTicket(draft);
    await this.button(draft.side).click();
    await expect(this.page.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
  }

  get bids(): Locator {
    return this.page.getByRole('list', { name: 'Buy orders' }).getByRole('button');
  }

  get asks(): Locator {
    return this.page.getByRole('list', { name: 'Sell orders' }).getByRole('button');
  }

  ordersTab(name: RegExp): Locator {
    return this.page.getByRole('tab', { name });
  }

  get rows(): Locator {
    return this.page.getByRole('tabpanel').getByRole('listitem');
  }
}
