/** A batch of ledger entries as the parallel arrays of the database function. */
import { add, isZero, type Decimal } from '@halyard/contract/money';
import { keyOf, ownerColumns, type AccountRef } from './accounts.ts';

/** Effect of a ledger entry on one account: deltas in units of the account's currency, with at most 18 decimals. */
export type Posting = { readonly account: AccountRef; readonly available: Decimal; readonly held: Decimal };

type Keyed = Posting & { readonly key: string };

/**
 * Arguments of `ledger_post`: kinds and references of the ledger entries; user, kind and currency of the accounts;
 * entry and account (positions from 1), available and held of the postings. Postings of one entry to one account are
 * summed, and omitted when the sum is zero.
 */
export function toArrays(
  entries: readonly { readonly kind: string; readonly reference: string; readonly postings: readonly Posting[] }[],
): unknown[][] {
  const merged = entries.map(({ postings }) => mergePostings(postings));
  const accounts = new Map<string, AccountRef>();
  for (const postings of merged) for (const { key, account } of postings) accounts.set(key, account);
  // Sorted as text: any order of locking works as long as all batches use the same.
  const keys = [...accounts.keys()].sort();
  const places = new Map(keys.map((key, index) => [key, index + 1]));
  const owners = keys.map((key) => accounts.get(key)).filter((account) => account !== undefined);
  const columns = owners.map(ownerColumns);
  const lines = merged.flat();
  return [
    entries.map(({ kind }) => kind),
    entries.map(({ reference }) => reference),
    columns.map(({ userId }) => userId),
    columns.map(({ kind }) => kind),
    owners.map(({ currencyId }) => currencyId),
    merged.flatMap((postings, index) => postings.map(() => index + 1)),
    lines.map(({ key }) => places.get(key)),
    lines.map(({ available }) => available),
    lines.map(({ held }) => held),
  ];
}

function mergePostings(postings: readonly Posting[]): Keyed[] {
  const merged: Keyed[] = [];
  for (const { account, available, held } of postings) {
    const key = keyOf(account);
    const place = merged.findIndex((earlier) => earlier.key === key);
    const earlier = merged[place];
    if (earlier === undefined) merged.push({ key, account, available, held });
    else merged[place] = { ...earlier, available: add(earlier.available, available), held: add(earlier.held, held) };
  }
  return merged.filter(({ available, held }) => !isZero(available) || !isZero(held));
}
