/**
 * What may be spent in a market: by the users whose commands a transaction runs, and by the house. It follows every
 * posting of the transaction.
 */
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import type { Side } from '@halyard/contract/spot/calls';
import { add, type Decimal } from '@halyard/contract/money';
import type { EntryDraft } from '../settlement.ts';
import type { OpenedMarket } from './openedMarket.ts';

export type Balances = {
  /** What the house may give away. */
  readonly house: { readonly base: Decimal; readonly quote: Decimal };
  /** What a user may spend on an order of this side. */
  spendable(userId: UserId, side: Side): Decimal;
  /** Takes over what ledger entries do to those whose money is known here; answers whether the house is among them. */
  post(entries: readonly EntryDraft[]): boolean;
};

/** Makes the balances of an opened market. */
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
