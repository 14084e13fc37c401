/**
 * Checks addresses of a chain: form and checksum, to find typing errors before money is sent. Base58Check, BIP-173 and
 * BIP-350 for bitcoin (which carries Omni), EIP-55 for Ethereum, Base58Check with 0x41 for TRON.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import { CHAINS, type Chain } from '../deposits/calls.ts';
import type { CodedError } from '../errors.ts';

/** Result for a chain: an address, one with a wrong checksum, or foreign text. */
type Verdict = 'right' | 'checksum' | 'foreign';

const base58check = createBase58check(sha256);

// Version byte and 20 bytes of hash, before the checksum.
const HASH_LENGTH = 21;
const CHECKED_LENGTH = HASH_LENGTH + 4;
const BITCOIN_VERSIONS: readonly number[] = [0x00, 0x05];
const TRON_VERSIONS: readonly number[] = [0x41];

const VERDICTS: Readonly<Record<Chain, (text: string) => Verdict>> = {
  TRC20: (text) => base58Verdict(text, TRON_VERSIONS),
  OMNI: (text) => (isSegwit(text) ? segwitVerdict(text) : base58Verdict(text, BITCOIN_VERSIONS)),
  ERC20: ethereumVerdict,
};

/** In normal form. Coins that are sent to the contract of a token are lost. */
const UNUSABLE: ReadonlySet<string> = new Set([
  // TRON: the burn address of tokens, USDT, USDC, WTRX, USDD, TUSD, JST, SUN
  'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
  'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR',
  'TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn',
  'TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4',
  'TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9',
  'TSSMHYeV2uE9qYH95DqyoCuNCzEL1NvU3S',
  // Ethereum: USDT, USDC, DAI, WETH, WBTC, LINK, BUSD, stETH
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
  '0x514910771AF9Ca656af840dff83E8264EcF986CA',
  '0x4Fabb145d64652a948d72533023f6E7A623C7C53',
  '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84',
  // Bitcoin: two burn addresses
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
]);

/** Hashes without a key, in hexadecimal, of addresses of any chain. */
const UNUSABLE_HASHES: ReadonlySet<string> = new Set([
  // Burn addresses, and an example from guides
  'dead000000000000000042069420694206942069',
  'deaddeaddeaddeaddeaddeaddeaddeaddeaddead',
  '1234567890123456789012345678901234567890',
  // Of nothing as key or script, and of the script OP_TRUE, which anyone can spend: HASH160, then SHA-256
  'b472a266d0bd89c13706a4132ccfb16f7c3b9fcb',
  'da1745e9b549bd0bfa1a569971c77eba30cd5a4b',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '4ae81572f06e1b88fd5ced7a1a000945432e83e1551e6f721ee9c00b8cc33260',
]);

/**
 * Checks a destination address of a coin (`USDT`) on a chain. Errors: ADDRESS_REQUIRED; ADDRESS_OF_OTHER_CHAIN {chain,
 * other} for a valid address of another chain; ADDRESS_CHECKSUM_WRONG {chain} for a typing error; ADDRESS_INVALID
 * {chain}; ADDRESS_SEGWIT {coin} for a bitcoin address that Omni cannot pay; ADDRESS_UNUSABLE for one from which coins
 * cannot be spent.
 */
export function checkChainAddress(chain: Chain, text: string, coin: string): CodedError | undefined {
  const address = plainAddress(text);
  if (address === '') return { code: 'ADDRESS_REQUIRED' };
  const verdict = VERDICTS[chain](address);
  if (verdict === 'right') return unpayable(chain, address, coin);
  const other = CHAINS.find((another) => another !== chain && isPayable(another, address, coin));
  if (other !== undefined) return { code: 'ADDRESS_OF_OTHER_CHAIN', params: { chain, other } };
  return { code: verdict === 'checksum' ? 'ADDRESS_CHECKSUM_WRONG' : 'ADDRESS_INVALID', params: { chain } };
}

/**
 * The one spelling of a valid address, so that it is not stored twice: without the invisible characters of a copied
 * text, segwit in lower case, Ethereum with its EIP-55 capitals.
 */
export function normalizeChainAddress(chain: Chain, text: string): string {
  const address = plainAddress(text);
  if (chain === 'ERC20') return withEip55(address);
  return chain === 'OMNI' && isSegwit(address) ? address.toLowerCase() : address;
}

/** Removes format characters, and spaces of an address that was copied in pieces. */
function plainAddress(text: string): string {
  return text.replaceAll(/[\s\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
}

const isSegwit = (address: string) => /^bc1/i.test(address);

function isPayable(chain: Chain, address: string, coin: string): boolean {
  return VERDICTS[chain](address) === 'right' && unpayable(chain, address, coin) === undefined;
}

function unpayable(chain: Chain, address: string, coin: string): CodedError | undefined {
  // BTC itself can be sent to segwit; Omni's outputs are of the older kinds.
  if (chain === 'OMNI' && coin === 'USDT' && isSegwit(address)) return { code: 'ADDRESS_SEGWIT', params: { coin } };
  if (chain === 'OMNI' && isSegwit(address) && !isOfKey(address)) return { code: 'ADDRESS_UNUSABLE' };
  return isUnusable(chain, normalizeChainAddress(chain, address)) ? { code: 'ADDRESS_UNUSABLE' } : undefined;
}

/**
 * Whether keys or scripts control a valid segwit address: version 0 (`q`), and version 1 (`p`) of 32 bytes. Coins at
 * all others can be spent by anyone until the version has rules (BIP-141, BIP-341), and at `bc1pfeessrawgf` always.
 */
const isOfKey = (address: string) => /^bc1(?:q|p.{58}$)/i.test(address);

/**
 * Burn addresses, contracts of tokens, and addresses that no key or script was hashed to: sixteen equal digits in a row
 * (zero, precompiles such as 0x1, `0x…dEaD`), or ten equal letters of Base58 or Bech32.
 */
function isUnusable(chain: Chain, address: string): boolean {
  const hash = hashOf(chain, address);
  const isWord = chain !== 'ERC20' && /(.)\1{9}/.test(address);
  return isWord || /(.)\1{15}/.test(hash) || UNUSABLE_HASHES.has(hash) || UNUSABLE.has(address);
}

/** The bytes of a valid address that name its owner, in hexadecimal. */
function hashOf(chain: Chain, address: string): string {
  if (chain === 'ERC20') return address.slice(2).toLowerCase();
  if (!isSegwit(address)) return bytesToHex(base58check.decode(address).subarray(1));
  const { words } = (address.startsWith('bc1q') ? bech32 : bech32m).decode(address as `bc1${string}`, 90);
  return bytesToHex(bech32.fromWords(words.slice(1)));
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
