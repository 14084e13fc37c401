// Deposit addresses against a second implementation that shares no code with the first: hdkey (libsecp256k1 or
// elliptic) derives, bs58check and js-sha3 encode.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import bs58check from 'bs58check';
import OtherKey from 'hdkey';
import sha3 from 'js-sha3';
import { checkChainAddress } from '@halyard/contract/withdrawals/chainAddress';
import { CHAINS } from '@halyard/contract/deposits/calls';
import {
  ACCOUNT_PATHS,
  deriveAddress,
  isAccountKey,
  isPrivateKey,
  NETWORK_OF,
  readPublicKey,
  type Network,
} from './deriveAddress.ts';

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
