import type { Locator, Page } from '@playwright/test';
import { loggedLines } from '../loggedLines.ts';
import { looksLike, textsOf } from '../texts.ts';
import { tabTo } from '../tabTo.ts';

type Side = 'long' | 'short';
type Question = 'loss' | 'leverage' | 'liquidation';
type Act = 'close' | 'stops' | 'reverse';

/**
 * The page of futures: its ticket, its cards and their sheets, in the language of a folder of `locales`. It uses only
 * the keyboard, except for drawing on the chart.
 */
export class FuturesPage {
  private readonly text;

  constructor(
    readonly page: Page,
    language = 'en',
  ) {
    this.text = textsOf(language);
  }

  async open(): Promise<void> {
    await this.page.goto('#/pages/lever/index');
    await this.lots.waitFor();
  }

  get ticket(): Locator {
    return this.page.getByRole('form', { name: this.text('futures.ticket.label') });
  }

  side(side: Side): Locator {
    return this.ticket.getByRole('radio', { name: this.text(`futures.side.${side}`) });
  }

  get lots(): Locator {
    return this.ticket.getByRole('textbox', { name: this.text('futures.ticket.lots') });
  }

  /** Whether stops are required. */
  get stopsWanted(): Locator {
    return this.ticket.getByRole('checkbox', { name: this.text('futures.stops.toggle') });
  }

  /** The unit in which stops are typed, in the ticket or in a sheet. */
  stopUnit(place: Locator): Locator {
    return place.getByRole('combobox', { name: this.text('futures.stops.unit') });
  }

  stop(place: Locator, name: 'profit' | 'loss'): Locator {
    return place.getByRole('textbox', { name: this.text(`futures.stops.${name}`) });
  }

  /** Submits the ticket. */
  submit(side: Side): Locator {
    return this.ticket.getByRole('button', { name: this.text(`futures.ticket.open.${side}`) });
  }

  /** The ticket's reason for a refusal. */
  get outcome(): Locator {
    return this.ticket.getByRole('status');
  }

  /** Moves the focus there with the Tab key, and presses Enter. */
  async press(target: Locator): Promise<void> {
    await tabTo(this.page, target);
    await this.page.keyboard.press('Enter');
  }

  /** Moves the focus to the selected one of some radios, and from there to another one. */
  async choose(radios: Locator, wanted: Locator): Promise<void> {
    await tabTo(this.page, radios.and(this.page.locator(':checked')));
    for (let presses = await radios.count(); presses > 0 && !(await wanted.isChecked()); presses -= 1) {
      await this.page.keyboard.press('ArrowRight');
    }
  }

  /** Types into a field, replacing its content. */
  async type(field: Locator, text: string): Promise<void> {
    await tabTo(this.page, field);
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(text);
  }

  async chooseSide(side: Side): Promise<void> {
    await this.choose(this.side('long').or(this.side('short')), this.side(side));
  }

  async chooseLeverage(leverage: number): Promise<void> {
    const name = looksLike(this.text('futures.leverage.button'));
    await this.press(this.ticket.getByRole('button', { name }));
    const radios = this.sheet.getByRole('radio');
    await this.choose(radios, this.sheet.getByRole('radio', { name: `${leverage}x`, exact: true }));
  }

  async takeLeverage(): Promise<void> {
    await this.press(this.sheet.getByRole('button', { name: looksLike(this.text('futures.leverage.use')) }));
    await this.sheet.waitFor({ state: 'hidden' });
  }

  get sheet(): Locator {
    return this.page.getByRole('dialog').filter({ has: this.page.getByRole('heading') });
  }

  async closeSheet(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.sheet.waitFor({ state: 'hidden' });
  }

  /** The answers to a question about risk. */
  answers(question: Question): Locator {
    const name = this.text(`futures.risk.${question}.question`);
    return this.sheet.getByRole('radiogroup', { name }).getByRole('radio');
  }

  /** Why an answer was wrong. */
  explanation(question: Question): Locator {
    return this.sheet.getByText(this.text(`futures.risk.${question}.explain`));
  }

  get goOn(): Locator {
    return this.sheet.getByRole('button', { name: this.text('futures.risk.goOn') });
  }

  /** In the explanation of stops, before the first order without both of them. */
  get withoutStops(): Locator {
    return this.sheet.getByRole('button', { name: this.text('futures.stops.goOn') });
  }

  /** Opens the second level of the sheet. */
  confirmation(side: Side): Locator {
    return this.sheet.getByRole('button', { name: this.text(`futures.ticket.open.${side}`) });
  }

  get cards(): Locator {
    return this.page.getByRole('article');
  }

  card(side: Side): Locator {
    return this.page.getByRole('article', { name: this.text(`futures.side.${side}`) });
  }

  /** The value beside a label on a card. */
  figure(card: Locator, label: string): Locator {
    const term = this.page.getByText(this.text(`futures.${label}`), { exact: true });
    return card.locator('dl > div').filter({ has: term }).locator('dd');
  }

  async act(card: Locator, act: Act): Promise<void> {
    await this.press(card.getByRole('button', { name: this.text(`futures.act.${act}`), exact: true }));
    await this.sheet.waitFor();
  }

  async openDetails(card: Locator): Promise<void> {
    await this.press(card.getByRole('button').first());
    await this.sheet.waitFor();
  }

  /** Shows the chart, which is hidden on a small phone. */
  async openChart(): Promise<void> {
    await this.press(this.page.getByRole('button', { name: this.text('common.chart.label') }));
  }

  /** The handle by which a stop is dragged on the chart. */
  grip(name: 'takeProfit' | 'stopLoss'): Locator {
    return this.page.getByRole('slider', { name: this.text(`futures.marks.${name}`) });
  }

  /** Drags a stop on the chart up by so many px, which asks for confirmation. */
  async drawStop(name: 'takeProfit' | 'stopLoss', px: number): Promise<void> {
    const box = await this.grip(name).boundingBox();
    if (box === null) throw new Error('the chart shows no such stop');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x, y - px, { steps: 4 });
    await this.page.mouse.up();
    await this.sheet.waitFor();
  }

  /** Sets stops by percent of the margin, in the sheet; none where none is named. */
  async fillStops(percents: Partial<Record<'profit' | 'loss', string>>): Promise<void> {
    await tabTo(this.page, this.stopUnit(this.sheet));
    // From prices to percent of the margin.
    await this.page.keyboard.press('ArrowDown');
    for (const name of ['profit', 'loss'] as const) {
      const percent = percents[name];
      if (percent !== undefined) await this.type(this.stop(this.sheet, name), percent);
    }
  }

  /** Chooses the share of the position to close. */
  async fillShare(percent: number): Promise<void> {
    const shares = this.sheet.getByRole('group', { name: this.text('futures.close.share') });
    await this.press(shares.getByRole('button', { name: new RegExp(String.raw`^${percent}\s?%$`) }));
  }

  /** Presses the last button of the sheet, and waits until it is done. */
  async confirm(text: string): Promise<void> {
    await this.press(this.sheet.getByRole('button', { name: looksLike(this.text(`futures.${text}`)) }));
    await this.sheet.waitFor({ state: 'hidden' });
  }

  /** Verifies the position whose details are open; returns the lines of the public log. */
  async verify(): Promise<readonly string[]> {
    await this.press(this.sheet.getByRole('button', { name: this.text('futures.verify.start') }));
    return loggedLines(this.sheet, this.text);
  }

  async showHistory(): Promise<void> {
    await this.page.getByRole('tab', { name: this.text('futures.positions.history') }).click();
    await this.history.first().waitFor();
  }

  /** Closed positions, newest first. */
  get history(): Locator {
    return this.page.getByRole('list', { name: this.text('futures.positions.history') }).getByRole('listitem');
  }
}
