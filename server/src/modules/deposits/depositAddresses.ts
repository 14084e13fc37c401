/** The users' own deposit addresses. */
import { sql } from 'drizzle-orm';
import type { HDKey } from '@scure/bip32';
import type { Chain } from '@halyard/contract/deposits/calls';
import type { UserId } from '@halyard/contract/ids';
import { BusinessError } from '../../calls/callHandler.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { deriveAddress, NETWORK_OF, pathOf, type Network } from './deriveAddress.ts';
import { readDepositKeys, type DepositKeys } from './depositKeys.ts';

type AddressDeps = { readonly db: Database; readonly isSandbox: boolean; readonly keys: DepositKeys };

/** Number of addresses that a node caches: deriving one takes milliseconds of CPU. */
const SHOWN_MAX = 10_000;

/** Resolves to a user's own address on a chain. */
export type AddressOf = (userId: UserId, chain: Chain) => Promise<string>;

/**
 * Makes the function that reads addresses: the same user and chain always get the same one, at the user's id below the
 * key. Every address that was ever shown stays stored, also after the operator changes the key. Throws
 * `BusinessError('DEPOSIT_UNAVAILABLE')` for a chain without a key.
 */
export function createAddressOf({ db, isSandbox, keys }: AddressDeps): AddressOf {
  let known: Promise<ReadonlyMap<Network, HDKey>> | undefined;
  const shown = new Map<string, string>();
  const readKeys = () => {
    const reading = known ?? readDepositKeys({ db, isSandbox, keys });
    known = reading;
    // After a short database outage deposits must not stay closed until the next start.
    reading.catch(() => (known = undefined));
    return reading;
  };
  return async (userId, chain) => {
    const network = NETWORK_OF[chain];
    const place = `${network} ${userId}`;
    const before = shown.get(place);
    if (before !== undefined) return before;
    const key = (await readKeys()).get(network);
    if (key === undefined) throw new BusinessError('DEPOSIT_UNAVAILABLE', { chain });
    const address = deriveAddress(network, key, userId);
    await keepAddress(db, { userId, network, address, path: pathOf(userId), fingerprint: fingerprintOf(key) });
    if (shown.size >= SHOWN_MAX) shown.clear();
    shown.set(place, address);
    return address;
  };
}

type ShownAddress = {
  readonly userId: UserId;
  readonly network: Network;
  readonly address: string;
  readonly path: string;
  readonly fingerprint: string;
};

/** Reads before it writes: a conflict would use up an id each time a user opens their address. */
async function keepAddress(db: Database, { userId, network, address, path, fingerprint }: ShownAddress): Promise<void> {
  await rowsOf(
    db,
    sql`insert into deposit_addresses (user_id, network, address, path, key_fingerprint)
      select ${userId}::int, ${network}, ${address}, ${path}, ${fingerprint}
      where not exists (
        select 1 from deposit_addresses
        where user_id = ${userId} and network = ${network} and key_fingerprint = ${fingerprint}
      )
      on conflict do nothing`,
    'keep_address',
  );
}

/** Eight hexadecimal digits: the beginning of the hash of the account's public key. */
function fingerprintOf({ fingerprint }: HDKey): string {
  return (fingerprint >>> 0).toString(16).padStart(8, '0');
}
