/**
 * Whether a text is an address of a chain: form and checksum, so that a mistyped one is found before money goes there.
 * Base58Check, BIP-173 and BIP-350 for bitcoin (which carries Omni), EIP-55 for Ethereum, Base58Check with 0x41 for
 * TRON.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import { CHAINS, type Chain } from '../calls/deposits.ts';
import type { CodedError } from '../errors.ts';

/** What a text is to a chain: an address, one with a wrong checksum, or nothing of its kind. */
type Verdict = 'right' | 'checksum' | 'foreign';

const base58check = createBase58check(sha256);

// Version byte and 20 bytes of hash, before the checksum.
const HASH_LENGTH = 21;
const CHECKED_LENGTH = HASH_LENGTH + 4;
const BITCOIN_VERSIONS: readonly number[] = [0x00, 0x05];
const TRON_VERSIONS: readonly number[] = [0x41];

const VERDICTS: Readonly<Record<Chain, (text: string) => Verdict>> = {
  TRC20: (text) => base58Verdict(text, TRON_VERSIONS),
  OMNI: (text) => (/^bc1/i.test(text) ? segwitVerdict(text) : base58Verdict(text, BITCOIN_VERSIONS)),
  ERC20: ethereumVerdict,
};

/**
 * What is wrong with an address of a chain. Errors: ADDRESS_REQUIRED; ADDRESS_OF_OTHER_CHAIN {chain, other} for a good
 * address of another chain; ADDRESS_CHECKSUM_WRONG {chain} for a mistyped one; ADDRESS_INVALID {chain}.
 */
export function checkChainAddress(chain: Chain, text: string): CodedError | undefined {
  const address = text.trim();
  if (address === '') return { code: 'ADDRESS_REQUIRED' };
  const verdict = VERDICTS[chain](address);
  if (verdict === 'right') return undefined;
  const other = CHAINS.find((another) => another !== chain && VERDICTS[another](address) === 'right');
  if (other !== undefined) return { code: 'ADDRESS_OF_OTHER_CHAIN', params: { chain, other } };
  return { code: verdict === 'checksum' ? 'ADDRESS_CHECKSUM_WRONG' : 'ADDRESS_INVALID', params: { chain } };
}

/**
 * The one spelling of a good address, so that the same one is not kept twice: segwit in lower case, Ethereum with its
 * EIP-55 capitals.
 */
export function normalizeChainAddress(chain: Chain, text: string): string {
  const address = text.trim();
  if (chain === 'ERC20') return withEip55(address);
  return chain === 'OMNI' && /^bc1/i.test(address) ? address.toLowerCase() : address;
}

/** An Ethereum address in the capitals of EIP-55; the text is `0x` and 40 hexadecimal digits. */
export function withEip55(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const spelt = Array.from(digits, (digit, at) => (/[89a-f]/.test(hash.charAt(at)) ? digit.toUpperCase() : digit));
  return `0x${spelt.join('')}`;
}

function base58Verdict(text: string, versions: readonly number[]): Verdict {
  const bytes = attempt(() => base58.decode(text));
  if (bytes?.length !== CHECKED_LENGTH || !versions.includes(bytes[0] ?? -1)) return 'foreign';
  return attempt(() => base58check.decode(text)) === undefined ? 'checksum' : 'right';
}

function segwitVerdict(text: string): Verdict {
  const asBech32 = attempt(() => bech32.decode(text as `${string}1${string}`, 90));
  const asBech32m = attempt(() => bech32m.decode(text as `${string}1${string}`, 90));
  const decoded = asBech32 ?? asBech32m;
  if (decoded === undefined) return isBech32Form(text) ? 'checksum' : 'foreign';
  const [version = -1, ...words] = decoded.words;
  const program = attempt(() => bech32.fromWords(words));
  if (decoded.prefix !== 'bc' || program === undefined || !isProgram(version, program.length)) return 'foreign';
  // BIP-350: version 0 has the checksum of BIP-173, all later ones the new one.
  return (version === 0) === (asBech32 !== undefined) ? 'right' : 'checksum';
}

function isProgram(version: number, length: number): boolean {
  if (version === 0) return length === 20 || length === 32;
  return version >= 1 && version <= 16 && length >= 2 && length <= 40;
}

function isBech32Form(text: string): boolean {
  return /^bc1[02-9ac-hj-np-z]{11,87}$/.test(text) || /^BC1[02-9AC-HJ-NP-Z]{11,87}$/.test(text);
}

function ethereumVerdict(text: string): Verdict {
  if (!/^0x[\da-f]{40}$/i.test(text)) return 'foreign';
  const digits = text.slice(2);
  // EIP-55: all small or all capital letters carry no checksum.
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return 'right';
  return withEip55(text) === text ? 'right' : 'checksum';
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
