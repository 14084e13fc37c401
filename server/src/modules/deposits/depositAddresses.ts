/** The users' own deposit addresses. */
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import type { Chain } from '@halyard/contract/deposits/calls';
import type { UserId } from '@halyard/contract/ids';
import { withEip55 } from '@halyard/contract/withdrawals/chainAddress';
import { BusinessError } from '../../calls/callHandler.ts';
import { rowsOf, type Database } from '../../db/database.ts';

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

// The extended public keys of the exchange: the operator's, and in the sandbox test keys for networks without one.

/** Extended public keys (`xpub...`) by network, for the networks that have one. */
export type DepositKeys = Readonly<Partial<Record<Network, string>>>;

type KeyDeps = {
  readonly db: Database;
  readonly isSandbox: boolean;
  /** From the configuration. */
  readonly keys: DepositKeys;
};

/** The keys in force, by network. A configured key replaces an earlier test key. */
async function readDepositKeys({ db, isSandbox, keys }: KeyDeps): Promise<ReadonlyMap<Network, HDKey>> {
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

// Deposit addresses from extended public keys (BIP-32): the key of an account (BIP-44, `m/44'/coin'/0'`) derives
// address after address, and can spend from none of them. The private half never reaches the server.

/** Networks of addresses; a network may carry several chains of coins. */
const NETWORKS = ['bitcoin', 'ethereum', 'tron'] as const;
export type Network = (typeof NETWORKS)[number];

/** Omni is a layer on bitcoin; its addresses are bitcoin's. */
export const NETWORK_OF: Readonly<Record<Chain, Network>> = { TRC20: 'tron', OMNI: 'bitcoin', ERC20: 'ethereum' };

/** The account that an address is derived below, by SLIP-44's coin numbers. */
export const ACCOUNT_PATHS: Readonly<Record<Network, string>> = {
  bitcoin: "m/44'/0'/0'",
  ethereum: "m/44'/60'/0'",
  tron: "m/44'/195'/0'",
};

const ACCOUNT_DEPTH = 3;

const base58check = createBase58check(sha256);

const ADDRESS_OF: Readonly<Record<Network, (publicKey: Uint8Array) => string>> = {
  // P2PKH, the kind that Omni has always used.
  bitcoin: (key) => base58check.encode(Uint8Array.of(0x00, ...ripemd160(sha256(key)))),
  ethereum: (key) => withEip55(`0x${bytesToHex(ethereumHash(key))}`),
  tron: (key) => base58check.encode(Uint8Array.of(0x41, ...ethereumHash(key))),
};

/** A key for deriving addresses; `undefined` for any other text, above all an extended private key. */
export function readPublicKey(text: string): HDKey | undefined {
  try {
    const key = HDKey.fromExtendedKey(text);
    return key.privateKey === null ? key : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether a text is the extended public key of an account: three levels below the seed. The operator's wallet finds
 * payments to addresses below an account, but not below other levels.
 */
export function isAccountKey(text: string): boolean {
  return readPublicKey(text)?.depth === ACCOUNT_DEPTH;
}

/** Whether a text is an extended private key, which has no place in a setting of a server. */
export function isPrivateKey(text: string): boolean {
  try {
    return HDKey.fromExtendedKey(text).privateKey !== null;
  } catch {
    return false;
  }
}

/** Path of a user's address below the account's key: the branch of receiving addresses, at the user's id. */
function pathOf(index: number): string {
  return `0/${index}`;
}

/** The address at an index (0 to 2^31 - 1) below an account's key. */
export function deriveAddress(network: Network, account: HDKey, index: number): string {
  const { publicKey } = account.derive(`m/${pathOf(index)}`);
  if (publicKey === null) throw new Error('a derived key has no public half');
  return ADDRESS_OF[network](publicKey);
}

/** The last 20 bytes of Keccak-256 over the uncompressed point, without its prefix byte. */
function ethereumHash(publicKey: Uint8Array): Uint8Array {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return keccak_256(point.subarray(1)).subarray(-20);
}
