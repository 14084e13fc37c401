import type { Locator, Page } from '@playwright/test';
import { looksLike, textsOf } from '../texts.ts';
import { fillNumber } from './fillNumber.ts';

type View = 'active' | 'completed' | 'redeemed';

/** Trust products, buying one, and the user's orders, in the language of a folder of `locales`. */
export class TrustPages {
  private readonly text;

  constructor(
    private readonly page: Page,
    language = 'en',
  ) {
    this.text = textsOf(language);
  }

  async open(): Promise<void> {
    await this.page.goto('#/pages/template/index');
    await this.products.first().waitFor();
  }

  get products(): Locator {
    return this.page.getByRole('list', { name: this.text('trust.products') }).getByRole('link');
  }

  async openProduct(place: number): Promise<void> {
    await this.products.nth(place).click();
    await this.amount.waitFor();
  }

  get amount(): Locator {
    return this.page.getByRole('textbox', { name: this.text('trust.amount') });
  }

  fill(amount: string): Promise<void> {
    return fillNumber(this.amount, amount);
  }

  /** The interest of the amount. */
  get calculation(): Locator {
    return this.page.getByRole('region', { name: this.text('trust.calculator') });
  }

  /** A notice shown meanwhile is a dialog too, without a heading. */
  get sheet(): Locator {
    return this.page.getByRole('dialog').filter({ has: this.page.getByRole('heading') });
  }

  /** Opens the figures of the purchase. */
  async review(): Promise<void> {
    await this.page.getByRole('button', { name: this.text('trust.buy.review') }).click();
    await this.agreement.waitFor();
  }

  get payments(): Locator {
    return this.sheet.getByRole('list', { name: this.text('trust.schedule.title') }).getByRole('listitem');
  }

  /** A figure beside its label, in the sheet or in an order. */
  figure(place: Locator, label: string): Locator {
    const name = this.page.getByText(this.text(label), { exact: true });
    return place.locator('dl > div').filter({ has: name }).locator('dd');
  }

  /** The refund of the open sheet. */
  get refund(): Locator {
    return this.sheet
      .getByText(this.text('trust.redeem.refund'), { exact: true })
      .locator('xpath=following-sibling::b');
  }

  /** Below the box of the renewal. */
  get agreement(): Locator {
    return this.sheet.getByRole('checkbox').last();
  }

  /** The action of the open sheet: buying, or redeeming. */
  act(text: 'buy.action' | 'redeem.action'): Locator {
    return this.sheet.getByRole('button', { name: looksLike(this.text(`trust.${text}`)) });
  }

  async openOrders(): Promise<void> {
    await this.page.goto('#/pages/finance/ordersPage');
    await this.orders.first().waitFor();
  }

  async show(view: View): Promise<void> {
    await this.page.getByRole('tab', { name: this.text(`trust.orders.${view}`) }).click();
    await this.page.getByRole('tabpanel', { name: this.text(`trust.orders.${view}`) }).waitFor();
  }

  get orders(): Locator {
    return this.page.getByRole('main').getByRole('article');
  }

  redeemOf(order: Locator): Locator {
    return order.getByRole('button', { name: this.text('trust.redeem.open') });
  }

  calendarOf(order: Locator): Locator {
    return order.getByRole('button', { name: this.text('trust.calendar.save') });
  }

  async openRules(): Promise<void> {
    await this.page.goto('#/pages/finance/rulePage');
    await this.page.getByRole('heading', { name: this.text('trust.rules.penalty.title') }).waitFor();
  }
}
