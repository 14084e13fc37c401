// Faults in the rules, the codecs and the public log, which both sides share.

const CONTRACT = [{ project: 'contract', path: 'contract/src' }];
const LOG = [{ project: 'contract', path: 'contract/src/transparency' }];

/** @type {import('./list.mjs').Fault[]} */
export const CONTRACT_FAULTS = [
  {
    name: 'a fee is rounded down',
    file: 'contract/src/spot/rules.ts',
    right: "const owed = subtract(round(feeDue, MONEY_PLACES, 'up'), charged.fee);",
    wrong: "const owed = subtract(round(feeDue, MONEY_PLACES, 'down'), charged.fee);",
    tests: CONTRACT,
  },
  {
    name: 'an option that ends at its open price wins',
    file: 'contract/src/options/rules.ts',
    right: "if (moved === 0) return 'tie';",
    wrong: "if (moved === 0) return 'win';",
    tests: CONTRACT,
  },
  {
    name: 'a position at its liquidation level stays open',
    file: 'contract/src/futures/position.ts',
    right: 'liquidationEquity(position.originMargin, level)) <= 0',
    wrong: 'liquidationEquity(position.originMargin, level)) < 0',
    tests: CONTRACT,
  },
  {
    name: 'the overnight fee of a midnight is taken twice',
    file: 'contract/src/futures/advance.ts',
    right: '(overnightPaid === null || overnightPaid < midnight)',
    wrong: '(overnightPaid === null || overnightPaid <= midnight)',
    tests: CONTRACT,
  },
  {
    name: 'a quote on live prices has no guard',
    file: 'contract/src/convert/rules.ts',
    right: 'MARGIN, multiply(GUARD_PER_SECOND, seconds));',
    wrong: 'MARGIN, multiply(GUARD_PER_SECOND, ZERO));',
    tests: CONTRACT,
  },
  {
    name: 'interest of a trust order starts a day early',
    file: 'contract/src/trust/rules.ts',
    right: 'Math.floor((atMs - startOfDate(boughtOn)) / DAY_MS) - 1;',
    wrong: 'Math.floor((atMs - startOfDate(boughtOn)) / DAY_MS);',
    tests: CONTRACT,
  },
  {
    name: 'the penalty of an early redemption exceeds the principal',
    file: 'contract/src/trust/rules.ts',
    right: 'return min(penalty, amount);',
    wrong: 'return penalty;',
    tests: CONTRACT,
  },
  {
    name: 'the smallest remainders of an allotment are rounded up',
    file: 'contract/src/launchpad/allotment.ts',
    right: 'a.remainder > b.remainder ? -1 : 1',
    wrong: 'a.remainder > b.remainder ? 1 : -1',
    tests: CONTRACT,
  },
  {
    name: 'a rebate takes the rate of the next generation',
    file: 'contract/src/referral/rebates.ts',
    right: 'ratesOf(beneficiary)[generation - 1]',
    wrong: 'ratesOf(beneficiary)[generation]',
    tests: CONTRACT,
  },
  {
    name: 'a withdrawal of the least amount is refused',
    file: 'contract/src/withdrawals/rules.ts',
    right: 'compare(amount, min) < 0',
    wrong: 'compare(amount, min) <= 0',
    tests: CONTRACT,
  },
  {
    name: 'the checksum of an Ethereum address is not checked',
    file: 'contract/src/withdrawals/chainAddress.ts',
    right: "return withEip55(text) === text ? 'right' : 'checksum';",
    wrong: "return 'right';",
    tests: CONTRACT,
  },
  {
    name: 'an amount with an exponent is read',
    file: 'contract/src/money/money.ts',
    right: 'const PATTERN = /^[+-]?\\d+(?:\\.\\d+)?$/;',
    wrong: 'const PATTERN = /^[+-]?\\d+(?:\\.\\d+)?(?:e\\d+)?$/;',
    tests: [{ project: 'contract', path: 'contract/src/money' }],
  },
  {
    name: 'price and quantity of an order swap their wire names',
    file: 'contract/src/spot/mutationCalls.ts',
    right: "    quantity: field('amount', formDecimal),\n    price: field('target_price', formDecimal),",
    wrong: "    quantity: field('target_price', formDecimal),\n    price: field('amount', formDecimal),",
    tests: CONTRACT,
  },
  {
    name: 'an empty amount is read as zero',
    file: 'contract/src/codec.ts',
    right: "parseDecimal(typeof value === 'string' ? value : plainText(value))",
    wrong: "parseDecimal(typeof value === 'string' ? value || '0' : plainText(value))",
    tests: CONTRACT,
  },
  {
    name: 'decimals of an amount are lost on the wire',
    file: 'contract/src/codec.ts',
    right: 'export const decimalWire = decimalWritten((value) => value);',
    wrong: 'export const decimalWire = decimalWritten((value) => toFixedText(value, 2));',
    tests: CONTRACT,
  },
  {
    name: 'the hash of a log entry has no prefix of a leaf',
    file: 'contract/src/transparency/merkle.ts',
    right: 'return sha256(joinBytes(LEAF, entry));',
    wrong: 'return sha256(entry);',
    tests: LOG,
  },
  {
    name: 'an inclusion proof of another tree size is accepted',
    file: 'contract/src/transparency/merkle.ts',
    right: '  return walk.last === 0;\n}',
    wrong: '  return true;\n}',
    tests: LOG,
  },
];
