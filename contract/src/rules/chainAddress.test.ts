// Addresses against the vectors that BIP-173, BIP-350 and EIP-55 publish, and against other chains.
import { describe, expect, it } from 'vitest';
import { checkChainAddress, normalizeChainAddress, withEip55 } from './chainAddress.ts';

const GENESIS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const USDT_ON_TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

// BIP-350, "valid segwit addresses" of the main network; the first is also BIP-173's.
const SEGWIT = [
  'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
  'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
  'BC1SW50QGDZ25J',
  'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
];

// BIP-350, "invalid segwit addresses", BIP-173's "invalid segwit addresses", its valid ones of later versions (which BIP-350 took back) and the test network's.
const NOT_SEGWIT = [
  'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
  'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
  'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
  'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
  'bc1pw5dgrnzv',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
  'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
  'bc1gmk9yu',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
  'bc13w508d6qejxtdg4y5r3zarvary0c5xw7kn40wf2',
  'bc1rw5uspcuh',
  'bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90',
  'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
  'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx',
  'BC1SW50QA3JX3S',
  'bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj',
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
];

// EIP-55, "test cases": all caps, all lower, normal.
const ETHEREUM = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

describe('bitcoin', () => {
  it.each(SEGWIT)('%s is an address', (address) => {
    expect(checkChainAddress('OMNI', address)).toBeUndefined();
  });
  it.each(NOT_SEGWIT)('%s is none', (address) => {
    expect(checkChainAddress('OMNI', address)?.code).toMatch(/^ADDRESS_(INVALID|CHECKSUM_WRONG)$/);
  });
  it.each([GENESIS, '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'])('%s is an address of the older kinds', (address) => {
    expect(checkChainAddress('OMNI', address)).toBeUndefined();
  });
  it.each([
    ['a letter changed', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['two letters swapped', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfaN'],
    ['a segwit letter changed', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  ])('tells a typing error: %s', (_what, address) => {
    expect(checkChainAddress('OMNI', address)).toEqual({ code: 'ADDRESS_CHECKSUM_WRONG', params: { chain: 'OMNI' } });
  });
});

describe('Ethereum', () => {
  it.each(ETHEREUM)('%s is an address', (address) => {
    expect(checkChainAddress('ERC20', address)).toBeUndefined();
  });
  it.each(ETHEREUM.slice(4))('%s gets its capitals back', (address) => {
    expect(withEip55(address.toLowerCase())).toBe(address);
    expect(normalizeChainAddress('ERC20', ` ${address.toLowerCase()} `)).toBe(address);
  });
  it.each(ETHEREUM.slice(4))('%s with one capital wrong is a typing error', (address) => {
    const at = Array.from(address).findIndex((letter, place) => place > 1 && /[a-f]/i.test(letter));
    const letter = address.charAt(at);
    const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    const wrong = `${address.slice(0, at)}${flipped}${address.slice(at + 1)}`;
    expect(checkChainAddress('ERC20', wrong)?.code).toBe('ADDRESS_CHECKSUM_WRONG');
  });
  it.each(['0x', '0x123', VITALIK.slice(2), `${VITALIK}0`, VITALIK.replace('d', 'g'), 'vitalik.eth'])(
    '%s is none',
    (text) => {
      expect(checkChainAddress('ERC20', text)).toEqual({ code: 'ADDRESS_INVALID', params: { chain: 'ERC20' } });
    },
  );
});

describe('TRON', () => {
  it.each([USDT_ON_TRON, 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'])('%s is an address', (address) => {
    expect(checkChainAddress('TRC20', address)).toBeUndefined();
  });
  it('tells a typing error', () => {
    expect(checkChainAddress('TRC20', USDT_ON_TRON.replace('j6t', 'j6u'))?.code).toBe('ADDRESS_CHECKSUM_WRONG');
  });
});

describe('any chain', () => {
  it.each([
    ['TRC20', GENESIS, 'OMNI'],
    ['TRC20', VITALIK, 'ERC20'],
    ['OMNI', USDT_ON_TRON, 'TRC20'],
    ['OMNI', VITALIK, 'ERC20'],
    ['ERC20', USDT_ON_TRON, 'TRC20'],
    ['ERC20', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'OMNI'],
  ] as const)('%s tells that %s belongs to %s', (chain, address, other) => {
    expect(checkChainAddress(chain, address)).toEqual({ code: 'ADDRESS_OF_OTHER_CHAIN', params: { chain, other } });
  });
  it.each(['TRC20', 'OMNI', 'ERC20'] as const)('%s needs one', (chain) => {
    expect(checkChainAddress(chain, '  ')).toEqual({ code: 'ADDRESS_REQUIRED' });
  });
  it('does not mind spaces around, and keeps one spelling of segwit', () => {
    expect(checkChainAddress('TRC20', ` ${USDT_ON_TRON}\n`)).toBeUndefined();
    expect(normalizeChainAddress('TRC20', ` ${USDT_ON_TRON}\n`)).toBe(USDT_ON_TRON);
    expect(normalizeChainAddress('OMNI', 'BC1SW50QGDZ25J')).toBe('bc1sw50qgdz25j');
  });
});
