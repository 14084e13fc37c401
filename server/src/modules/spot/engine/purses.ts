/** What may be spent in a market: by the users whose commands a transaction runs, and by the house. It follows every posting of the transaction. */
import type { CurrencyId, UserId } from '@halyard/contract/calls/ids';
import type { Side } from '@halyard/contract/calls/spot';
import { add, type Decimal } from '@halyard/contract/money';
import type { MovementDraft } from '../settlement.ts';
import type { OpenedMarket } from './openedMarket.ts';

export type Purses = {
  /** What the house may give away. */
  readonly house: { readonly base: Decimal; readonly quote: Decimal };
  /** What a user may spend on an order of this side. */
  spendable(userId: UserId, side: Side): Decimal;
  /** Takes over what movements do to those whose money is known here; answers whether the house is among them. */
  post(movements: readonly MovementDraft[]): boolean;
};

/** Makes the purses of an opened market. */
export function createPurses({ house, users }: Pick<OpenedMarket, 'house' | 'users'>, baseId: CurrencyId): Purses {
  const ofHouse = { base: house.base, quote: house.quote };
  const ofUsers = new Map(users.map(({ id, base, quote }) => [id, { base, quote }]));
  return {
    house: ofHouse,
    spendable(userId, side) {
      const purse = ofUsers.get(userId);
      if (purse === undefined) throw new Error(`the balances of user ${userId} were not read`);
      return side === 'buy' ? purse.quote : purse.base;
    },
    post(movements) {
      const { base, quote } = ofHouse;
      for (const { account, available } of movements.flatMap(({ postings }) => postings)) {
        const purse = 'house' in account ? houseOf(account.house) : ofUsers.get(account.userId);
        if (purse === undefined) continue;
        const part = account.currencyId === baseId ? 'base' : 'quote';
        purse[part] = add(purse[part], available);
      }
      return ofHouse.base !== base || ofHouse.quote !== quote;
    },
  };

  function houseOf(account: string) {
    return account === 'maker' ? ofHouse : undefined;
  }
}
