/**
 * Before all phone tests: the database of an exchange that has started for the first time and filled in its history,
 * for all others to begin with.
 */
import { createExchange, PREPARED_DATA } from './exchange.ts';

// oxlint-disable-next-line import/no-default-export -- Playwright takes the default export of this module
export default async function prepareData(): Promise<() => Promise<void>> {
  const exchange = await createExchange();
  await exchange.start();
  await exchange.stop();
  process.env[PREPARED_DATA] = exchange.dataDir;
  return () => exchange.dispose();
}
