/**
 * Spendable balances in a market: of the users whose commands a transaction runs, and of the house. They follow every
 * posting of the transaction.
 */
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import type { Side } from '@halyard/contract/spot/calls';
import { add, type Decimal } from '@halyard/contract/money';
import type { EntryDraft } from '../settlement.ts';
import type { OpenedMarket } from './openedMarket.ts';

export type Balances = {
  /** Available funds of the house. */
  readonly house: { readonly base: Decimal; readonly quote: Decimal };
  /** The amount that a user may spend on an order of this side. */
  spendable(userId: UserId, side: Side): Decimal;
  /** Applies the postings of ledger entries to the known balances; returns whether the house's balance changed. */
  post(entries: readonly EntryDraft[]): boolean;
};

export function createBalances({ house, users }: Pick<OpenedMarket, 'house' | 'users'>, baseId: CurrencyId): Balances {
  const ofHouse = { base: house.base, quote: house.quote };
  const ofUsers = new Map(users.map(({ id, base, quote }) => [id, { base, quote }]));
  return {
    house: ofHouse,
    spendable(userId, side) {
      const balance = ofUsers.get(userId);
      if (balance === undefined) throw new Error(`the balances of user ${userId} were not read`);
      return side === 'buy' ? balance.quote : balance.base;
    },
    post(entries) {
      const { base, quote } = ofHouse;
      for (const { account, available } of entries.flatMap(({ postings }) => postings)) {
        const balance = 'house' in account ? houseOf(account.house) : ofUsers.get(account.userId);
        if (balance === undefined) continue;
        const part = account.currencyId === baseId ? 'base' : 'quote';
        balance[part] = add(balance[part], available);
      }
      return ofHouse.base !== base || ofHouse.quote !== quote;
    },
  };

  function houseOf(account: string) {
    return account === 'maker' ? ofHouse : undefined;
  }
}
