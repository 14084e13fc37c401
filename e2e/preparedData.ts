/**
 * Before all phone tests: the database of an exchange that has started for the first time and filled in its history, as
 * the starting point of all others.
 */
import { createExchange, PREPARED_DATA, PREPARED_DATABASE } from './exchange.ts';
import { createDatabase } from './postgres.ts';

// oxlint-disable-next-line import/no-default-export -- Playwright takes the default export of this module
export default async function prepareData(): Promise<() => Promise<void>> {
  const database = await createDatabase();
  const exchange = await createExchange({}, database);
  await exchange.start();
  await exchange.stop();
  process.env[PREPARED_DATA] = exchange.dataDir;
  if (database !== undefined) process.env[PREPARED_DATABASE] = database.url;
  return () => exchange.dispose();
}
