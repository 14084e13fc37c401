// The users' own deposit addresses, on the real server.
import { createHash, randomBytes } from 'node:crypto';
import bs58check from 'bs58check';
import { sql } from 'drizzle-orm';
import OtherKey from 'hdkey';
import sha3 from 'js-sha3';
import { HDKey } from '@scure/bip32';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CHAINS, getDepositAddress, getDepositTerms } from '@halyard/contract/deposits/calls';
import type { ChannelId } from '@halyard/contract/ids';
import { checkChainAddress } from '@halyard/contract/withdrawals/chainAddress';
import { rowsOf } from '../../db/database.ts';
import { startTestServer, type TestServer, type TestServerOptions, type TestUser } from '../../testing/testServer.ts';
import {
  ACCOUNT_PATHS,
  createAddressOf,
  deriveAddress,
  isAccountKey,
  isPrivateKey,
  NETWORK_OF,
  readPublicKey,
  type Network,
} from './depositAddresses.ts';

const USDT = 3 as ChannelId;
const BTC = 1 as ChannelId;

async function start(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  return server;
}

const accountKey = (path: string) => HDKey.fromMasterSeed(randomBytes(32)).derive(path);

function addressesOf(server: TestServer, user: TestUser, channelId = USDT) {
  return server.call(getDepositAddress, { channelId }, { token: user.token });
}

describe('in a sandbox without keys', () => {
  it('every user has an own address on every chain, the same every time and marked as a test', async () => {
    const server = await start();
    const [ann, bob] = [await server.registerUser(), await server.registerUser()];
    const first = await addressesOf(server, ann);
    expect(await addressesOf(server, ann)).toEqual(first);
    const other = await addressesOf(server, bob);
    for (const chain of ['TRC20', 'OMNI', 'ERC20'] as const) {
      const [own, his] = [first, other].map((answer) => (answer as Record<string, string>)[chain] ?? '');
      expect(checkChainAddress(chain, own ?? '', 'USDT')).toBeUndefined();
      expect(own).not.toBe(his);
    }
    // Omni carries USDT and BTC to the same address.
    expect(await addressesOf(server, ann, BTC)).toEqual({ OMNI: (first as Record<string, string>)['OMNI'] });
    const terms = await server.call(getDepositTerms, {}, { token: ann.token });
    expect(new Set(terms.map(({ isTest }) => isTest))).toEqual(new Set([true]));
  });

  it('stores only public test keys, and every address with its path', async () => {
    const server = await start();
    const user = await server.registerUser();
    await addressesOf(server, user);
    const keys = await rowsOf<{ xpub: string; is_test: boolean }>(
      server.db,
      sql`select xpub, is_test from deposit_keys`,
    );
    expect(keys).toHaveLength(3);
    for (const { xpub, is_test: isTest } of keys) {
      expect(isTest).toBe(true);
      expect(HDKey.fromExtendedKey(xpub).privateKey).toBeNull();
    }
    const rows = await rowsOf<{ path: string }>(server.db, sql`select path from deposit_addresses`);
    expect(rows.map(({ path }) => path)).toEqual([`0/${user.id}`, `0/${user.id}`, `0/${user.id}`]);
  });

  it('nodes that start together use the same keys', async () => {
    const { db, registerUser } = await start();
    const { id } = await registerUser();
    const nodes = Array.from({ length: 8 }, () => createAddressOf({ db, isSandbox: true, keys: {} }));
    const addresses = await Promise.all(nodes.map((addressOf) => addressOf(id, 'TRC20')));
    expect(new Set(addresses).size).toBe(1);
    const stored = await rowsOf<{ address: string }>(db, sql`select address from deposit_addresses`);
    expect(stored.map(({ address }) => address)).toEqual([addresses[0]]);
  });

  it('reading an address again writes nothing', async () => {
    const server = await start();
    const user = await server.registerUser();
    await addressesOf(server, user);
    const lastId = async () =>
      (await rowsOf<{ id: unknown }>(server.db, sql`select last_value as id from deposit_addresses_id_seq`))[0]?.id;
    const before = await lastId();
    await addressesOf(server, user);
    await addressesOf(server, user, BTC);
    expect(await lastId()).toBe(before);
  });
});

describe('with keys of the operator', () => {
  it('addresses come from them, and replace those of an earlier test key', async () => {
    const server = await start();
    const { id } = await server.registerUser();
    const before = await createAddressOf({ db: server.db, isSandbox: true, keys: {} })(id, 'ERC20');
    const key = accountKey("m/44'/60'/0'");
    const ethereum = key.publicExtendedKey;
    const after = await createAddressOf({ db: server.db, isSandbox: true, keys: { ethereum } })(id, 'ERC20');
    const account = readPublicKey(ethereum);
    expect(account && deriveAddress('ethereum', account, id)).toBe(after);
    expect(after).not.toBe(before);
    const shown = await rowsOf<{ address: string }>(
      server.db,
      sql`select address from deposit_addresses where user_id = ${id} and network = 'ethereum' order by id`,
    );
    expect(shown.map(({ address }) => address)).toEqual([before, after]);
  });

  it('outside a sandbox a chain without a key is not offered', async () => {
    const tron = accountKey("m/44'/195'/0'").publicExtendedKey;
    const server = await start({ isSandbox: false, settings: { depositKeys: { tron }, bank: undefined } });
    const user = await server.registerUser();
    const terms = await server.call(getDepositTerms, {}, { token: user.token });
    expect(terms.map(({ name, chains }) => [name, chains.map(({ chain }) => chain)])).toEqual([['USDT', ['TRC20']]]);
    expect(terms.map(({ isTest }) => isTest)).toEqual([false]);
    await expect(addressesOf(server, user, BTC)).rejects.toMatchObject({ code: 'DEPOSIT_UNAVAILABLE' });
  });
});

// Deposit addresses against a second implementation that shares no code with the first: hdkey (libsecp256k1 or
// elliptic) derives, bs58check and js-sha3 encode.
// BIP-32, test vectors 1 and 2: the seeds, and the keys of vector 1 that it publishes.
const SEEDS = [
  '000102030405060708090a0b0c0d0e0f',
  'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542',
];
const CHAIN_M0H1_PUBLIC =
  'xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ';
const MASTER_PRIVATE =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';

const INDEXES = Array.from({ length: 100 }, (_, index) => index);

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const hash160 = (bytes: Uint8Array) => createHash('ripemd160').update(sha256(bytes)).digest();

/** The coordinates of a compressed point, by the curve's equation in plain big integers. */
function uncompressed(publicKey: Uint8Array): Buffer {
  const p = 2n ** 256n - 2n ** 32n - 977n;
  const x = BigInt(`0x${Buffer.from(publicKey.subarray(1)).toString('hex')}`);
  const power = (base: bigint, exponent: bigint): bigint => {
    let result = 1n;
    for (let b = base % p, e = exponent; e > 0n; e >>= 1n, b = (b * b) % p) if (e & 1n) result = (result * b) % p;
    return result;
  };
  const root = power((x ** 3n + 7n) % p, (p + 1n) / 4n);
  const y = (root & 1n) === BigInt((publicKey[0] ?? 0) & 1) ? root : p - root;
  return Buffer.from(x.toString(16).padStart(64, '0') + y.toString(16).padStart(64, '0'), 'hex');
}

const keccakTail = (key: Uint8Array) => Buffer.from(sha3.keccak_256(uncompressed(key)).slice(-40), 'hex');

function checksummed(hex: string): string {
  const hash = sha3.keccak_256(hex);
  return `0x${Array.from(hex, (digit, at) => (/[89a-f]/.test(hash.charAt(at)) ? digit.toUpperCase() : digit)).join('')}`;
}

const OTHER: Readonly<Record<Network, (key: Uint8Array) => string>> = {
  bitcoin: (key) => bs58check.encode(Buffer.from([0x00, ...hash160(key)])),
  ethereum: (key) => checksummed(keccakTail(key).toString('hex')),
  tron: (key) => bs58check.encode(Buffer.from([0x41, ...keccakTail(key)])),
};

describe.each(SEEDS)('below the seed %s', (seed) => {
  it.each(['bitcoin', 'ethereum', 'tron'] as const)(
    '100 addresses of %s equal those of another implementation',
    (network) => {
      const other = OtherKey.fromMasterSeed(Buffer.from(seed, 'hex')).derive(ACCOUNT_PATHS[network]);
      const account = readPublicKey(other.publicExtendedKey);
      if (account === undefined) throw new Error('the public key was not read');
      const ours = INDEXES.map((index) => deriveAddress(network, account, index));
      const theirs = INDEXES.map((index) => OTHER[network](other.derive(`m/0/${index}`).publicKey));
      expect(ours).toEqual(theirs);
      expect(new Set(ours).size).toBe(INDEXES.length);
    },
  );
});

it('spells the known address of a known key', () => {
  // BIP-44's own test mnemonic "abandon ... about": the account's first address, as wallets show it.
  const seed =
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';
  const first = (network: Network) => {
    const account = readPublicKey(
      OtherKey.fromMasterSeed(Buffer.from(seed, 'hex')).derive(ACCOUNT_PATHS[network]).publicExtendedKey,
    );
    if (account === undefined) throw new Error('the public key was not read');
    return deriveAddress(network, account, 0);
  };
  expect(first('bitcoin')).toBe('1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA');
  expect(first('ethereum')).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
  expect(first('tron')).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH');
});

it('addresses pass the check of withdrawal addresses', () => {
  const account = readPublicKey(CHAIN_M0H1_PUBLIC);
  if (account === undefined) throw new Error('the public key was not read');
  for (const chain of CHAINS) {
    expect(checkChainAddress(chain, deriveAddress(NETWORK_OF[chain], account, 2_147_483_647), 'USDT')).toBeUndefined();
  }
});

it('recognises the key of an account by its depth', () => {
  const seed = OtherKey.fromMasterSeed(Buffer.from(SEEDS[0] ?? '', 'hex'));
  const levels = ['m', "m/44'", "m/44'/0'", "m/44'/0'/0'", "m/44'/0'/0'/0"];
  expect(levels.filter((path) => isAccountKey(seed.derive(path).publicExtendedKey))).toEqual([ACCOUNT_PATHS.bitcoin]);
});

it('accepts public keys alone', () => {
  expect(readPublicKey(CHAIN_M0H1_PUBLIC)).toBeDefined();
  expect(readPublicKey(MASTER_PRIVATE)).toBeUndefined();
  expect(isPrivateKey(MASTER_PRIVATE)).toBe(true);
  expect(isPrivateKey(CHAIN_M0H1_PUBLIC)).toBe(false);
  for (const text of ['', 'xpub', CHAIN_M0H1_PUBLIC.slice(0, -1), `${CHAIN_M0H1_PUBLIC.slice(0, -1)}R`]) {
    expect(readPublicKey(text)).toBeUndefined();
    expect(isPrivateKey(text)).toBe(false);
  }
});
