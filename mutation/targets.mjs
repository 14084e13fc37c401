// Folders whose tests must detect faults, each with those tests.

/** @typedef {{ mutate: string[], tests: string[], isOnDatabase?: boolean }} Target */

/** @type {Record<string, Target>} */
export const TARGETS = {
  money: { mutate: ['contract/src/money/*.ts'], tests: ['contract/src/money/*.test.ts'] },
  // StrykerJS works in threads, where time zones cannot be changed; the tests of UTC days need that.
  rules: {
    mutate: ['contract/src/!(money|transparency)/*.ts', 'contract/src/{houseLimits,requestId}.ts'],
    tests: ['contract/src/!(money|transparency)/*.test.ts', 'contract/src/{enteredFields,requestId}.test.ts'],
  },
  log: { mutate: ['contract/src/transparency/*.ts'], tests: ['contract/src/transparency/*.test.ts'] },
  // The engine of spot trading: random histories in memory against naive models, and what single orders, groups and
  // live prices do in a market on the database. Settling options and advancing positions is among the rules.
  engines: {
    mutate: [
      'server/src/modules/spot/{matching,settlement,spotOrder}.ts',
      'server/src/modules/spot/engine/{bookSide,bringUpToDate,groups,marketBook,placement}.ts',
    ],
    tests: [
      'server/src/modules/spot/engine/*.test.ts',
      'server/src/modules/spot/{matching,oracle,spotOrder,fees.property}.test.ts',
      'server/src/modules/spot/{groupsInMarket,ladderDelay,orderGroups,orderGroups.property,orderTerms}.test.ts',
      'server/src/modules/spot/{placeOrder,replaceOrder,service,stopOrders}.test.ts',
    ],
    isOnDatabase: true,
  },
  // Random histories and races prove the functions of the database, which are SQL and not mutated.
  ledger: {
    mutate: ['server/src/ledger/*.ts'],
    tests: ['server/src/ledger/{batch,ledger,ownTransfer}.test.ts'],
    isOnDatabase: true,
  },
};

/** The target of a run. */
export function chosenTarget() {
  const name = process.env['MUTATION_TARGET'] ?? '';
  const target = TARGETS[name];
  if (target === undefined) throw new Error(`There is no target «${name}»: use ${Object.keys(TARGETS).join(', ')}.`);
  return { name, ...target };
}
