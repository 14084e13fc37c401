/** Accessibility faults of a page, found by axe. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

/** The global that the source of axe defines in the window. */
type Injected = { readonly axe: { run(page: Document, options: RunOptions): Promise<AxeResults> } };

const SOURCE = createRequire(import.meta.url).resolve('axe-core');
/**
 * Passing elements are checked only as far as needed. No rule that runs reads style sheets, and for one that is still
 * loading axe would write an inline style, which the app's policy stops.
 */
const OPTIONS: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } };

/**
 * One line for each faulty element, by all rules or by the named ones. The app is one document, so axe is loaded into
 * it once.
 */
export async function findBarriers(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(SOURCE, 'utf8'));
  const { violations } = await page.evaluate<AxeResults, RunOptions>(
    (options) => (window as unknown as Injected).axe.run(document, options),
    rules === undefined ? OPTIONS : { ...OPTIONS, runOnly: rules },
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`));
}
