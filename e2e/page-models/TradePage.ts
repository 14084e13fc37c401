import { expect, type Locator, type Page } from '@playwright/test';
import { fillNumber } from './fillNumber.ts';

type Draft = {
  readonly side: 'Buy' | 'Sell';
  readonly type: 'Limit' | 'Market' | 'Stop-limit' | 'Stop-market' | 'OCO';
  readonly amount: string;
  readonly price?: string;
  readonly stop?: string;
  /** The default type of an order. */
  readonly terms?: 'GTC' | 'IOC' | 'FOK' | 'Post-only';
};

/** The trade tab: ticket, book, orders. */
export class TradePage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('#/pages/trade/index');
    await this.bids.first().waitFor();
  }

  get ticket(): Locator {
    return this.page.getByRole('form', { name: 'Order', exact: true });
  }

  field(name: 'Price' | 'Stop price' | 'Take profit' | 'Stop loss' | 'Amount' | 'Total'): Locator {
    return this.ticket.getByRole('textbox', { name, exact: true });
  }

  side(name: Draft['side']): Locator {
    return this.ticket.getByRole('radio', { name, exact: true });
  }

  /** Fills the ticket without sending it. */
  async fillTicket({ side, type, amount, price, stop, terms }: Draft): Promise<void> {
    await this.side(side).check();
    await this.chooseType(type);
    if (terms !== undefined) await this.chooseTerms(terms);
    if (stop !== undefined) await fillNumber(this.field('Stop price'), stop);
    if (price !== undefined) await fillNumber(this.field('Price'), price);
    await fillNumber(this.field('Amount'), amount);
  }

  async chooseType(type: Draft['type']): Promise<void> {
    await this.ticket.getByRole('button', { name: /^Order type: / }).click();
    await this.page.getByRole('option', { name: new RegExp(`^${type}`) }).click();
    await expect(this.ticket.getByRole('button', { name: `Order type: ${type}` })).toBeVisible();
  }

  private async chooseTerms(terms: NonNullable<Draft['terms']>): Promise<void> {
    const settings = await this.openSettings();
    const postOnly = settings.getByRole('switch', { name: /^Post-only/ });
    if (terms !== 'Post-only') await settings.getByRole('radio', { name: new RegExp(`^${terms}`) }).check();
    if (await postOnly.isVisible()) await postOnly.setChecked(terms === 'Post-only');
    await this.closeSheet(settings);
    await expect(this.ticket.getByRole('button', { name: `Order settings: ${terms}` })).toBeVisible();
  }

  /** From now on orders are sent without confirmation. */
  async confirmNoMore(): Promise<void> {
    const settings = await this.openSettings();
    await settings.getByRole('switch', { name: 'Confirm each order' }).uncheck();
    await this.closeSheet(settings);
  }

  /** Unfolds take profit and stop loss; on a small screen their row is among the order settings. */
  async addExits(): Promise<void> {
    const settings = await this.openSettings();
    await settings.getByRole('switch', { name: /^Take profit \/ stop loss/ }).check();
    await this.closeSheet(settings);
  }

  private async openSettings(): Promise<Locator> {
    await this.ticket.getByRole('button', { name: /^Order settings: / }).click();
    const settings = this.page.getByRole('dialog', { name: 'Order settings' });
    await settings.waitFor();
    return settings;
  }

  private async closeSheet(sheet: Locator): Promise<void> {
    await this.page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  }

  button(side: 'Buy' | 'Sell'): Locator {
    return this.ticket.getByRole('button', { name: `${side} BTC`, exact: true });
  }

  /** The confirmation sheet of an order. */
  get confirmation(): Locator {
    return this.page.getByRole('dialog', { name: 'Confirm order' });
  }

  /** The button in it that sends the order. */
  get confirm(): Locator {
    return this.confirmation.getByRole('button', { name: /^(Buy|Sell) / });
  }

  /** Sends an order through the confirmation sheet. */
  async send(draft: Draft): Promise<void> {
    await this.fillTicket(draft);
    await this.button(draft.side).click();
    await this.confirm.click();
    await expect(this.confirmation).toBeHidden();
  }

  /** Sends what the ticket holds and waits until the exchange has accepted it. */
  async confirmTicket(side: Draft['side']): Promise<void> {
    await this.button(side).click();
    await this.confirm.click();
    await expect(this.confirmation).toBeHidden();
    await expect(this.field('Amount')).toHaveValue('');
  }

  /** Sends an order and waits until the exchange has accepted it: the amount is then empty again. */
  async place(draft: Draft): Promise<void> {
    await this.send(draft);
    await expect(this.field('Amount')).toHaveValue('');
  }

  /** The panel beside the ticket: book, tape or depth. */
  view(name: string): Locator {
    return this.page.getByRole('tab', { name, exact: true });
  }

  get bids(): Locator {
    return this.page.getByRole('list', { name: 'Buy orders' }).getByRole('button');
  }

  get asks(): Locator {
    return this.page.getByRole('list', { name: 'Sell orders' }).getByRole('button');
  }

  /**
   * Taps the last of the sell orders and returns the price under the finger. The book moves, so the price is known only
   * afterwards.
   */
  async tapLastAsk(): Promise<string> {
    const pressed = this.page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const tell = ({ target }: Event) => {
            const button = target instanceof Element ? target.closest('button') : null;
            resolve(button?.getAttribute('aria-label') ?? '');
          };
          document.addEventListener('pointerdown', tell, { capture: true, once: true });
        }),
    );
    await this.asks.last().click();
    return /^Use price ([\d,.]*\d)/.exec(await pressed)?.[1] ?? '';
  }

  ordersTab(name: RegExp): Locator {
    return this.page.getByRole('tab', { name });
  }

  /** The visible list of orders or executions. */
  get list(): Locator {
    return this.page.getByRole('tabpanel', { name: /^(Open|History|Fills)/ });
  }

  get rows(): Locator {
    return this.list.getByRole('listitem');
  }
}
