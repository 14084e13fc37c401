// Addresses against the published vectors of BIP-173, BIP-350 and EIP-55, and against other chains.
import { describe, expect, it } from 'vitest';
import { checkChainAddress, normalizeChainAddress, withEip55 } from './chainAddress.ts';

const GENESIS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const ON_TRON = 'TNMzMpsqesGZAC9VscgcZbmLjtgtgkFqD5';
const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

// BIP-350, "valid segwit addresses" of the main network; the first is also BIP-173's.
const SEGWIT = [
  'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
];
const SEGWIT_OF_LATER = [
  'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
  'BC1SW50QGDZ25J',
  'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
];

// BIP-350, "invalid segwit addresses"; BIP-173's; its valid ones of later versions, which BIP-350 revoked; the valid
// ones of both on the test network.
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
  'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
  'BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2',
  'bc1rw5uspcuh',
  'bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90',
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7',
  'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv',
  'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx',
  'BC1SW50QA3JX3S',
  'bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj',
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
  'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
  'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
];

// Valid and invalid strings of BIP-173 ("Bech32") and BIP-350 ("Bech32m"): none of them is an address.
const BECH32 = [
  'A12UEL5L',
  'a12uel5l',
  'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw',
  '?1ezyfcl',
  'an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs',
  '11qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqc8247j',
  'split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w',
  'an84characterslonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1569pvx',
  '\u00201nwldj5',
  '\u007F1axkwrx',
  '\u00801eym55h',
  'pzry9x0s0muk',
  '1pzry9x0s0muk',
  'x1b4n0q5v',
  'li1dgmt3',
  'de1lg7wt\u00FF',
  'A1G7SGD8',
  '10a06t8',
  '1qzzfhee',
  'A1LQFN3A',
  'a1lqfn3a',
  'abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx',
  '?1v759aa',
  'an83characterlonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11sg7hg6',
  '11llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllludsr8',
  'split1checkupstagehandshakeupstreamerranterredcaperredlc445v',
  'an84characterslonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11d6pts4',
  '\u00201xj0phk',
  '\u007F1g6xzxy',
  '\u00801vctc34',
  'qyrz8wqd2c9m',
  '1qyrz8wqd2c9m',
  'y1b0jsk6g',
  'lt1igcx5c0',
  'in1muywd',
  'mm1crxm3i',
  'au1s5cgom',
  'M1VUXWEZ',
  '16plkw9',
  '1p2gdwpf',
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
    expect(checkChainAddress('OMNI', address, 'BTC')).toBeUndefined();
  });
  it.each(NOT_SEGWIT)('refuses %s', (address) => {
    expect(checkChainAddress('OMNI', address, 'BTC')?.code).toMatch(/^ADDRESS_(INVALID|CHECKSUM_WRONG)$/);
  });
  it.each(BECH32)('refuses %s as well', (text) => {
    expect(checkChainAddress('OMNI', text, 'BTC')).toEqual({ code: 'ADDRESS_INVALID', params: { chain: 'OMNI' } });
  });
  it.each([GENESIS, '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'])('%s is an address of the older kinds', (address) => {
    expect(checkChainAddress('OMNI', address, 'BTC')).toBeUndefined();
  });
  it.each([
    ['a letter changed', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['two letters swapped', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfaN'],
    ['a segwit letter changed', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  ])('detects a typing error: %s', (_what, address) => {
    expect(checkChainAddress('OMNI', address, 'BTC')).toEqual({
      code: 'ADDRESS_CHECKSUM_WRONG',
      params: { chain: 'OMNI' },
    });
  });
});

describe('Ethereum', () => {
  it.each(ETHEREUM)('%s is an address', (address) => {
    expect(checkChainAddress('ERC20', address, 'ETH')).toBeUndefined();
  });
  it.each(ETHEREUM.slice(4))('restores the capitals of %s', (address) => {
    expect(withEip55(address.toLowerCase())).toBe(address);
    expect(normalizeChainAddress('ERC20', ` ${address.toLowerCase()} `)).toBe(address);
  });
  it.each(ETHEREUM.slice(4))('detects one wrong capital in %s', (address) => {
    const at = Array.from(address).findIndex((letter, place) => place > 1 && /[a-f]/i.test(letter));
    const letter = address.charAt(at);
    const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    const wrong = `${address.slice(0, at)}${flipped}${address.slice(at + 1)}`;
    expect(checkChainAddress('ERC20', wrong, 'ETH')?.code).toBe('ADDRESS_CHECKSUM_WRONG');
  });
  it.each(['0x', '0x123', VITALIK.slice(2), `${VITALIK}0`, VITALIK.replace('d', 'g'), 'vitalik.eth'])(
    '%s is none',
    (text) => {
      expect(checkChainAddress('ERC20', text, 'ETH')).toEqual({ code: 'ADDRESS_INVALID', params: { chain: 'ERC20' } });
    },
  );
});

describe('TRON', () => {
  it.each([ON_TRON, 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'])('%s is an address', (address) => {
    expect(checkChainAddress('TRC20', address, 'USDT')).toBeUndefined();
  });
  it('detects a typing error', () => {
    expect(checkChainAddress('TRC20', ON_TRON.replace('qD5', 'qD6'), 'USDT')?.code).toBe('ADDRESS_CHECKSUM_WRONG');
  });
});

describe('any chain', () => {
  it.each([
    ['TRC20', GENESIS, 'OMNI'],
    ['TRC20', VITALIK, 'ERC20'],
    ['OMNI', ON_TRON, 'TRC20'],
    ['OMNI', VITALIK, 'ERC20'],
    ['ERC20', ON_TRON, 'TRC20'],
    ['ERC20', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'OMNI'],
  ] as const)('%s tells that %s belongs to %s', (chain, address, other) => {
    expect(checkChainAddress(chain, address, 'BTC')).toEqual({
      code: 'ADDRESS_OF_OTHER_CHAIN',
      params: { chain, other },
    });
  });
  it.each(['TRC20', 'OMNI', 'ERC20'] as const)('%s needs one', (chain) => {
    expect(checkChainAddress(chain, ' \u200b ', 'USDT')).toEqual({ code: 'ADDRESS_REQUIRED' });
  });
  it('ignores spaces around it, and stores one spelling of segwit', () => {
    expect(checkChainAddress('TRC20', ` ${ON_TRON}\n`, 'USDT')).toBeUndefined();
    expect(normalizeChainAddress('TRC20', ` ${ON_TRON}\n`)).toBe(ON_TRON);
    expect(normalizeChainAddress('OMNI', 'BC1SW50QGDZ25J')).toBe('bc1sw50qgdz25j');
  });
  it.each(['\u200b', '\u200e', '\u2060', '\u00ad', '\ufeff', '\ufe0f', ' ', '\n'])(
    'does not mind %j inside',
    (invisible) => {
      const copied = ON_TRON.slice(0, 9) + invisible + ON_TRON.slice(9) + invisible;
      expect(checkChainAddress('TRC20', copied, 'USDT')).toBeUndefined();
      expect(normalizeChainAddress('TRC20', copied)).toBe(ON_TRON);
    },
  );
});

describe('USDT on Omni', () => {
  it.each(SEGWIT)('cannot be sent to %s, while BTC can', (address) => {
    expect(checkChainAddress('OMNI', address, 'USDT')).toEqual({ code: 'ADDRESS_SEGWIT', params: { coin: 'USDT' } });
    expect(checkChainAddress('OMNI', address, 'BTC')).toBeUndefined();
    expect(checkChainAddress('TRC20', address, 'USDT')?.code).toBe('ADDRESS_INVALID');
  });
  it.each([GENESIS, '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'])('can be sent to %s', (address) => {
    expect(checkChainAddress('OMNI', address, 'USDT')).toBeUndefined();
  });
});

describe('an address from which nobody can spend', () => {
  it.each([
    ['ERC20', `0x${'0'.repeat(40)}`],
    ['ERC20', `0x${'0'.repeat(39)}9`],
    ['ERC20', '0x000000000000000000000000000000000000dEaD'],
    ['ERC20', '0x000000000000000000000000000000000000dead'],
    ['ERC20', '0xdEAD000000000000000042069420694206942069'],
    ['ERC20', '0xdead000000000000000000000000000000000000'],
    ['ERC20', `0x${'f'.repeat(40)}`],
    ['ERC20', '0xdeaDDeADDEaDdeaDdEAddEADDEAdDeadDEADDEaD'],
    ['ERC20', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
    ['ERC20', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['ERC20', '0xdac17f958d2ee523a2206206994597c13d831ec7'],
    ['ERC20', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    ['ERC20', '0x6B175474E89094C44Da98b954EedeAC495271d0F'],
    ['ERC20', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'],
    ['ERC20', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'],
    ['TRC20', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['TRC20', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
    ['TRC20', 'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR'],
    ['OMNI', '1111111111111111111114oLvT2'],
    ['OMNI', '1BitcoinEaterAddressDontSendf59kuE'],
    ['OMNI', '1CounterpartyXXXXXXXXXXXXXXXUWLpVr'],
    ['OMNI', '31h1vYVSYuKP6AhS86fbRdMw9XHiiQ93Mb'],
    ['OMNI', '31h1vYVSYuKP6AhS86fbRdMw9XHieotbST'],
    // Of nothing as key and as script, of a hash of ones, and a burn address
    ['OMNI', '1HT7xU2Ngenf7D4yocz2SAcnNLW7rK8d4E'],
    ['OMNI', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['OMNI', '1QLbz7JHiBTspS962RLKV8GndWFwi5j6Qr'],
    ['OMNI', '1ChancecoinXXXXXXXXXXXXXXXXXZELUFD'],
    // TRON: 0x1, 0x…dEaD, 0xdEaD…69
    ['TRC20', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn'],
    ['TRC20', 'T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY'],
    ['TRC20', 'TWGcFtvfxLbXn7zzWVPnMkvxkk41PK2p1i'],
    ['ERC20', '0x1111111111111111111111111111111111111111'],
    ['TRC20', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'],
  ] as const)('is refused on %s: %s', (chain, address) => {
    expect(checkChainAddress(chain, address, 'USDT')).toEqual({ code: 'ADDRESS_UNUSABLE' });
  });

  it.each([
    // Hashes and keys of zeros
    'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs',
    'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqthqst8',
    'bc1pqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqpqqenm',
  ])('is refused where nobody can spend: %s', (address) => {
    expect(checkChainAddress('OMNI', address, 'BTC')).toEqual({ code: 'ADDRESS_UNUSABLE' });
  });

  it.each([...SEGWIT_OF_LATER, 'bc1pfeessrawgf'])('is refused where anyone may spend: %s', (address) => {
    expect(checkChainAddress('OMNI', address, 'BTC')).toEqual({ code: 'ADDRESS_UNUSABLE' });
  });
});
