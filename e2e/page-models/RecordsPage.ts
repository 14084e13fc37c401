import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';

/** All ledger entries, deposits and withdrawals. */
export class RecordsPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('#/pages/assets/record');
    await this.page.getByRole('heading', { name: 'Records' }).waitFor();
  }

  get entries(): Locator {
    return this.page.getByRole('main').getByRole('listitem');
  }

  /** The file that "Export CSV" saves: its header and its rows, cell by cell. */
  async exportCsv(): Promise<{ readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }> {
    await this.page.getByRole('button', { name: 'Export CSV' }).click();
    const saved = this.page.waitForEvent('download');
    await this.page.getByRole('dialog', { name: 'Export CSV' }).getByRole('button', { name: 'Save file' }).click();
    const text = await readFile(await (await saved).path(), 'utf8');
    const lines = text
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','));
    const [header = [], ...rows] = lines;
    return { header, rows };
  }
}
