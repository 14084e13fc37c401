/**
 * Deposit addresses from extended public keys (BIP-32): the key of an account (BIP-44, `m/44'/coin'/0'`) derives
 * address after address, and can spend from none of them. The private half never reaches the server.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import type { Chain } from '@halyard/contract/deposits/calls';
import { withEip55 } from '@halyard/contract/withdrawals/chainAddress';

/** Networks of addresses; a network may carry several chains of coins. */
export const NETWORKS = ['bitcoin', 'ethereum', 'tron'] as const;
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
export function pathOf(index: number): string {
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
