import type { Locator, Page } from '@playwright/test';
import { looksLike, textsOf } from '../texts.ts';
import { fillNumber } from './fillNumber.ts';

/** New coins: offerings, one offering, subscribing, own subscriptions; in the language of a folder of `locales`. */
export class OfferingPages {
  private readonly text;

  constructor(
    private readonly page: Page,
    language = 'en',
  ) {
    this.text = textsOf(language);
  }

  async open(): Promise<void> {
    await this.page.goto('#/pages/publication/index');
    await this.offers.first().waitFor();
  }

  get offers(): Locator {
    return this.page.getByRole('list', { name: this.text('launchpad.tab.offers') }).getByRole('link');
  }

  /** Offerings that can be subscribed now. */
  get running(): Locator {
    return this.offers.filter({ has: this.page.getByText(this.text('launchpad.state.open'), { exact: true }) });
  }

  async openOffer(id: number): Promise<void> {
    await this.page.goto(`#/pages/publication/details?id=${id}`);
    await this.calendarFile.waitFor();
  }

  /** The time until the end. */
  get countdown(): Locator {
    return this.page.getByRole('main').getByRole('timer');
  }

  get calendarFile(): Locator {
    return this.page.getByRole('button', { name: this.text('launchpad.calendar.save') });
  }

  async openSubscribing(): Promise<void> {
    await this.page.getByRole('link', { name: this.text('launchpad.subscribe') }).click();
    await this.amount.waitFor();
  }

  get amount(): Locator {
    return this.page.getByRole('textbox', { name: this.text('launchpad.amount') });
  }

  fill(amount: string): Promise<void> {
    return fillNumber(this.amount, amount);
  }

  async subscribe(): Promise<void> {
    const name = this.text('launchpad.subscribe');
    await this.page.getByRole('button', { name }).click();
    await this.page.getByRole('dialog').getByRole('button', { name }).click();
    await this.page.getByText(this.text('launchpad.done')).waitFor();
  }

  /** A figure beside its label. */
  figure(place: Locator, label: string): Locator {
    const name = this.page.getByText(this.text(`launchpad.${label}`), { exact: true });
    return place.locator('dl > div').filter({ has: name }).locator('dd');
  }

  async showOwn(): Promise<void> {
    await this.page.getByRole('tab', { name: this.text('launchpad.tab.own') }).click();
    await this.own.first().waitFor();
  }

  get own(): Locator {
    return this.page.getByRole('list', { name: this.text('launchpad.tab.own') }).getByRole('button');
  }

  /** A notice shown meanwhile is a dialog too, without a heading. */
  get sheet(): Locator {
    return this.page.getByRole('dialog').filter({ has: this.page.getByRole('heading') });
  }

  get giveUp(): Locator {
    return this.sheet.getByRole('button', { name: this.text('launchpad.own.giveUp') });
  }

  /** The exchange's published figures of an allotment. */
  get shares(): Locator {
    return this.page.getByRole('list', { name: this.text('launchpad.list.title') }).getByRole('listitem');
  }

  async findMe(): Promise<void> {
    await this.page.getByRole('button', { name: this.text('launchpad.list.find') }).click();
    await this.page.getByText(looksLike(this.text('launchpad.list.found'))).waitFor();
  }

  async computeAgain(): Promise<void> {
    await this.page.getByRole('button', { name: this.text('launchpad.list.verify') }).click();
    await this.page.getByText(looksLike(this.text('launchpad.list.right'))).waitFor();
  }

  get csv(): Locator {
    return this.page.getByRole('button', { name: this.text('forms.file.save') });
  }
}
