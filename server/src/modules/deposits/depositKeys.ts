/** The extended public keys of the exchange: the operator's, and in the sandbox test keys for networks without one. */
import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { sql } from 'drizzle-orm';
import { rowsOf, type Database } from '../../db/database.ts';
import { ACCOUNT_PATHS, NETWORKS, readPublicKey, type Network } from './deriveAddress.ts';

/** Extended public keys (`xpub...`) by network, for the networks that have one. */
export type DepositKeys = Readonly<Partial<Record<Network, string>>>;

type KeyDeps = {
  readonly db: Database;
  readonly isSandbox: boolean;
  /** From the configuration. */
  readonly keys: DepositKeys;
};

/** The keys in force, by network. A configured key replaces an earlier test key. */
export async function readDepositKeys({ db, isSandbox, keys }: KeyDeps): Promise<ReadonlyMap<Network, HDKey>> {
  const missing = NETWORKS.filter((network) => keys[network] === undefined);
  const tests = isSandbox && missing.length > 0 ? await testKeys(db, missing) : new Map<Network, string>();
  const entries = NETWORKS.flatMap((network) => {
    const key = readPublicKey(keys[network] ?? tests.get(network) ?? '');
    return key === undefined ? [] : [[network, key] as const];
  });
  return new Map(entries);
}

/** The test keys of the sandbox, made at first use. Nodes that start together use the ones that were stored first. */
async function testKeys(db: Database, networks: readonly Network[]): Promise<ReadonlyMap<Network, string>> {
  for (const network of networks) {
    await db.execute(
      sql`insert into deposit_keys (network, xpub, is_test)
        select ${network}, ${throwAwayKey(network)}, true
        where not exists (select 1 from deposit_keys where network = ${network})
        on conflict do nothing`,
    );
  }
  const rows = await rowsOf<{ network: Network; xpub: string }>(db, sql`select network, xpub from deposit_keys`);
  return new Map(rows.map(({ network, xpub }) => [network, xpub]));
}

/**
 * The public half of a key whose private half is discarded: payments to its addresses cannot be spent, so no real coins
 * may be sent there.
 */
function throwAwayKey(network: Network): string {
  return HDKey.fromMasterSeed(randomBytes(32)).derive(ACCOUNT_PATHS[network]).publicExtendedKey;
}
