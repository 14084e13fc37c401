// Names of files and folders, one path a case: the same code is right under one name and wrong under another.
import { describe, expect, it } from 'vitest';
import { lintTree } from '../lintTree.ts';

const COMPONENT = 'export function OrderTicket() { return <form />; }';
const MODULE = 'export const orders = [];';

const right: Array<[string, string]> = [
  ['src/features/spot/OrderTicket.tsx', COMPONENT],
  ['src/features/spot/OrderTicket.test.tsx', MODULE],
  ['src/features/spot/useOrder.ts', MODULE],
  ['src/main.tsx', MODULE],
  ['src/domain/spot/ordersApi.ts', MODULE],
  ['server/src/ledger/ledger.property.test.ts', MODULE],
  ['e2e/specs/trade.spec.ts', MODULE],
  ['e2e/page-models/tradePage.ts', MODULE],
  ['e2e/page-models/HomePage.ts', 'export class HomePage {}'],
  ['src/shared/pwa/virtual.d.ts', MODULE],
  ['.github/check.mjs', MODULE],
  ['vite.config.ts', MODULE],
];

const wrong: Array<[string, string]> = [
  ['src/features/spot/orderTicket.tsx', COMPONENT],
  ['src/features/spot/OrderList.ts', MODULE],
  ['e2e/page-models/AssetsPage.ts', 'export class WalletPage {}'],
  ['src/features/spot/order-list.ts', MODULE],
  ['src/features/spotTrading/orders.ts', MODULE],
  ['src/features/__tests__/orders.ts', MODULE],
  ['src/features/spot/orders.spec.ts', MODULE],
  ['e2e/specs/trade.test.ts', MODULE],
];

const findings = lintTree(Object.fromEntries([...right, ...wrong]), ['names/file-name']);
const faultsOf = (filename: string) => findings.filter(({ file }) => file === filename);

describe('names/file-name', () => {
  it.each(right)('takes %s', (filename) => expect(faultsOf(filename)).toEqual([]));
  it.each(wrong)('refuses %s', (filename) => expect(faultsOf(filename)).toHaveLength(1));
});
