/**
 * Cost of a user's coins, by the rules of `rules/cost.ts`: a fold of the user's ledger entries, cached so that only
 * newer entries are read. The first read of 50,000 trades takes PGlite 6 s, in pieces, and later ones 0.1 s.
 */
import type { AnswerOf } from '@halyard/contract/call';
import type { getCosts, OwnCost } from '@halyard/contract/wallet/costCalls';
import type { UserId } from '@halyard/contract/ids';
import { isPositive, ZERO } from '@halyard/contract/money';
import { advanceCost, COST_UNIT, type CostBook } from '@halyard/contract/wallet/cost';
import type { Database } from '../../db/database.ts';
import { storeBook, selectBook, selectFirstAt, selectOwned, selectPiece, type OwnedAmount } from './costRepository.ts';

type Costs = AnswerOf<typeof getCosts>;

const ONE_MOMENT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/** The owned coins and their cost. */
export async function readCosts(db: Database, userId: UserId): Promise<Costs> {
  const { owned, book } = await foldJournal(db, userId);
  return { since: await selectFirstAt(db, userId), positions: positionsOf(owned, book) };
}

/**
 * Folds the newer entries. The result is compared with the balances of the same moment: when the cached fold misses an
 * entry, because one with a lower number was committed later, it is computed again.
 */
async function foldJournal(db: Database, userId: UserId): Promise<Folded> {
  const folded = await foldOn(db, userId, await selectBook(db, userId));
  if (isWhole(folded)) return folded;
  const again = await foldOn(db, userId, { entryId: 0, book: {} });
  if (!isWhole(again)) throw new Error(`the journal of user ${userId} does not make his balances`);
  return again;
}

type Folded = { readonly owned: readonly OwnedAmount[]; readonly book: CostBook };

async function foldOn(
  db: Database,
  userId: UserId,
  start: { readonly entryId: number; readonly book: CostBook },
): Promise<Folded> {
  let { entryId, book } = start;
  for (;;) {
    const { piece, owned } = await db.transaction(
      async (tx) => ({ piece: await selectPiece(tx, userId, entryId), owned: await selectOwned(tx, userId) }),
      ONE_MOMENT,
    );
    for (const entry of piece.entries) book = advanceCost(book, entry).book;
    const isFurther = piece.through > entryId;
    entryId = piece.through;
    if (!piece.isLast) continue;
    if (isFurther && isWhole({ owned, book })) await storeBook(db, userId, { entryId, book });
    return { owned, book };
  }
}

function isWhole({ owned, book }: Folded): boolean {
  return owned.every(({ name, amount }) => name === COST_UNIT || (book[name]?.amount ?? ZERO) === amount);
}

function positionsOf(owned: readonly OwnedAmount[], book: CostBook): OwnCost[] {
  return owned.flatMap(({ id, name, amount }) => {
    const position = book[name];
    if (position === undefined || !isPositive(amount)) return [];
    return [{ currencyId: id, currency: name, ...position }];
  });
}
