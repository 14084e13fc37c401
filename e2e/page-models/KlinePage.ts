import type { Locator, Page } from '@playwright/test';

/** The K-line of a market. */
export class KlinePage {
  constructor(private readonly page: Page) {}

  async open(symbol: string): Promise<void> {
    await this.page.goto(`#/pages/trade/kline?symbol=${encodeURIComponent(symbol)}`);
    await this.canvas.waitFor();
  }

  get canvas(): Locator {
    return this.page.locator('canvas').first();
  }

  /** The description of the picture for screen readers. */
  get picture(): Locator {
    return this.page.getByRole('img');
  }

  /** The tab of the tape. */
  get tape(): Locator {
    return this.page.getByRole('tab', { name: 'Trades', exact: true });
  }

  get closesIn(): Locator {
    return this.page.getByText(/^Closes in/);
  }

  /** An interval of the row, by its short name. */
  interval(name: string): Locator {
    return this.page.getByRole('radio', { name, exact: true });
  }

  /** Chooses an interval from the row, by its short name. */
  async choose(interval: string): Promise<void> {
    await this.interval(interval).check();
  }

  /** The picture as the element that moves the crosshair, by finger or key. */
  get crosshair(): Locator {
    return this.page.getByRole('slider').first();
  }

  /** Chooses an interval that the row has no room for, by its full name. */
  async chooseFromAll(interval: string): Promise<void> {
    await this.page.getByRole('button', { name: 'More', exact: true }).click();
    await this.page.getByRole('option', { name: interval, exact: true }).click();
  }

  async startDrawing(): Promise<void> {
    await this.page.getByRole('button', { name: 'Draw', exact: true }).click();
    await this.tools.waitFor();
  }

  /** Tools for drawing, while the user draws. */
  get tools(): Locator {
    return this.page.getByRole('toolbar', { name: 'Drawing tools' });
  }

  /** The trend line that is selected; its name has its prices. */
  get selectedLine(): Locator {
    return this.page.locator('[data-drawing]').and(this.page.getByRole('button', { name: /^Trend line, / }));
  }

  /** Taps the chart, at shares of its width and height. */
  async tapChart([x, y]: readonly [number, number]): Promise<void> {
    const box = await this.crosshair.boundingBox();
    if (box === null) throw new Error('there is no chart');
    await this.page.touchscreen.tap(box.x + x * box.width, box.y + y * box.height);
  }

  /** Opens the list of drawings while the user draws. */
  async listDrawings(): Promise<Locator> {
    await this.tools.getByRole('button', { name: 'List of drawings' }).click();
    const list = this.page.getByRole('dialog', { name: 'Drawings' });
    await list.waitFor();
    return list;
  }

  async goTrade(side: 'Buy' | 'Sell'): Promise<void> {
    await this.page.getByRole('link', { name: side, exact: true }).click();
  }
}
