// The order in which batches lock accounts does not depend on their postings: two batches with different orders could
// deadlock.
import { expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { accountOf, CURRENCY, transfer } from '../testing/ledgerFixtures.ts';
import { toArrays, type LedgerEntry } from './ledger.ts';

const { BTC, USDT } = CURRENCY;

it('names the accounts of a batch in one order, those of the house last', () => {
  const [ann, bob] = [1 as UserId, 2 as UserId];
  const maker = { house: 'maker', currencyId: BTC } as const;
  const entries = [
    transfer(maker, accountOf(bob, BTC), '1'),
    transfer(accountOf(bob, USDT), accountOf(ann, USDT), '2'),
    transfer(accountOf(ann, USDT), accountOf(ann, USDT), '3'),
  ];
  const accountsOf = (batch: LedgerEntry[]) => toArrays(batch).slice(2, 5);
  expect(accountsOf(entries)).toEqual([
    [ann, bob, bob, null],
    ['spot', 'spot', 'spot', 'maker'],
    [USDT, BTC, USDT, BTC],
  ]);
  expect(accountsOf(entries.toReversed())).toEqual(accountsOf(entries));
  // Amounts that cancel out within one entry are not posted.
  expect(toArrays(entries).slice(5)).toEqual([
    [1, 1, 2, 2],
    [4, 2, 3, 1],
    ['-1', '1', '-2', '2'],
    ['0', '0', '0', '0'],
  ]);
});
