/** What axe finds wrong with a page as it stands. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

/** What the source of axe leaves in the window. */
type Injected = { readonly axe: { run(page: Document, options: RunOptions): Promise<AxeResults> } };

const SOURCE = createRequire(import.meta.url).resolve('axe-core');
/** What is right is looked at only as far as it takes to know. */
const OPTIONS: RunOptions = { resultTypes: ['violations'] };

/**
 * One line for each element that something is wrong with, by all rules or by those that are named. The app is one
 * document, so that axe is brought to it once.
 */
export async function findBarriers(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(SOURCE, 'utf8'));
  const { violations } = await page.evaluate<AxeResults, RunOptions>(
    (options) => (window as unknown as Injected).axe.run(document, options),
    rules === undefined ? OPTIONS : { ...OPTIONS, runOnly: rules },
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`));
}
