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
    return this.page.getByRole('list', { name: this.text('publication.tab.offers') }).getByRole('link');
  }

  /** Offerings that can be subscribed now. */
  get running(): Locator {
    return this.offers.filter({ has: this.page.getByText(this.text('publication.state.open'), { exact: true }) });
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
    return this.page.getByRole('button', { name: this.text('publication.calendar.save') });
  }

  async openSubscribing(): Promise<void> {
    await this.page.getByRole('link', { name: this.text('publication.subscribe') }).click();
    await this.amount.waitFor();
  }

  get amount(): Locator {
    return this.page.getByRole('textbox', { name: this.text('publication.amount') });
  }

  fill(amount: string): Promise<void> {
    return fillNumber(this.amount, amount);
  }

  async subscribe(): Promise<void> {
    const name = this.text('publication.subscribe');
    await this.page.getByRole('button', { name }).click();
    await this.page.getByRole('dialog').getByRole('button', { name }).click();
    await this.page.getByText(this.text('publication.done')).waitFor();
  }

  /** A figure beside its label. */
  figure(place: Locator, label: string): Locator {
    const name = this.page.getByText(this.text(`publication.${label}`), { exact: true });
    return place.locator('dl > div').filter({ has: name }).locator('dd');
  }

  async showOwn(): Promise<void> {
    await this.page.getByRole('tab', { name: this.text('publication.tab.own') }).click();
    await this.own.first().waitFor();
  }

  get own(): Locator {
    return this.page.getByRole('list', { name: this.text('publication.tab.own') }).getByRole('button');
  }

  /** A notice shown meanwhile is a dialog too, without a heading. */
  get sheet(): Locator {
    return this.page.getByRole('dialog').filter({ has: this.page.getByRole('heading') });
  }

  get giveUp(): Locator {
    return this.sheet.getByRole('button', { name: this.text('publication.own.giveUp') });
  }

  /** The exchange's published figures of an allotment. */
  get shares(): Locator {
    return this.page.getByRole('list', { name: this.text('publication.list.title') }).getByRole('listitem');
  }

  async findMe(): Promise<void> {
    await this.page.getByRole('button', { name: this.text('publication.list.find') }).click();
    await this.page.getByText(looksLike(this.text('publication.list.found'))).waitFor();
  }

  async computeAgain(): Promise<void> {
    await this.page.getByRole('button', { name: this.text('publication.list.verify') }).click();
    await this.page.getByText(looksLike(this.text('publication.list.right'))).waitFor();
  }

  get csv(): Locator {
    return this.page.getByRole('button', { name: this.text('forms.file.save') });
  }
}
