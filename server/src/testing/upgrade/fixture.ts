/** The database that the version before left, as SQL for both engines, and what its users saw. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

export const FIXTURE_DATABASE = fileURLToPath(new URL('fixture.sql.gz', import.meta.url));
export const FIXTURE_FACTS = fileURLToPath(new URL('fixture.json', import.meta.url));

export type UpgradeFixture = {
  readonly version: string;
  /** When the facts were read. */
  readonly at: string;
  /** Tokens of a user who has nothing open, whose facts these are, and of one who has a thing open of each kind. */
  readonly settled: string;
  readonly open: string;
  readonly facts: unknown;
};

/** Reads both files. */
export async function readUpgradeFixture(): Promise<UpgradeFixture & { readonly statements: string }> {
  const fixture = JSON.parse(await readFile(FIXTURE_FACTS, 'utf8')) as UpgradeFixture;
  const statements = await promisify(gunzip)(await readFile(FIXTURE_DATABASE));
  return { ...fixture, statements: statements.toString('utf8') };
}
