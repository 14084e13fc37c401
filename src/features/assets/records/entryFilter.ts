/** Filters of ledger entries, as chosen and as requested. */
import { ENTRY_KINDS, WITHDRAWAL_KINDS, type EntryKindFilter } from '@halyard/contract/wallet/entryCalls';
import { ACCOUNT_KINDS, type AccountKind, type Balance } from '@halyard/contract/wallet/calls';
import type { EntryFilter } from '../../../domain/wallet/recordsApi.ts';
import { ALL_DAYS, boundsOf, dayOf, type DayRange } from '../../../shared/format/dayRange.ts';

/** Option for "no filter". */
export const ALL = 'all';

export type EntryChoice = {
  readonly account: AccountKind | typeof ALL;
  /** Currency by name. */
  readonly currency: string;
  readonly kind: EntryKindFilter | typeof ALL;
  readonly days: DayRange;
};

/** No filters, or the account named by a link. */
export function choiceOf(account: string | undefined): EntryChoice {
  const known = ACCOUNT_KINDS.find((kind) => kind === account);
  return { account: known ?? ALL, currency: ALL, kind: ALL, days: ALL_DAYS };
}

/** How many filters are set. */
export function countFilters({ account, currency, kind, days }: EntryChoice): number {
  const set = [account !== ALL, currency !== ALL, kind !== ALL, days.kind !== 'all'];
  return set.filter(Boolean).length;
}

type Currency = Pick<Balance, 'currencyId' | 'currency'>;

/** The chosen filters as a request at a moment. An unknown currency drops the filter. */
export function toEntryFilter(
  { account, currency, kind, days }: EntryChoice,
  currencies: readonly Currency[],
  nowMs: number,
): EntryFilter {
  const { fromMs, untilMs } = boundsOf(days, nowMs);
  const currencyId = currencies.find((known) => known.currency === currency)?.currencyId;
  return {
    ...(account !== ALL && { accountNumber: account }),
    ...(currencyId !== undefined && { currencyId }),
    ...(kind !== ALL && { kind }),
    ...(fromMs !== undefined && { from: dayOf(fromMs) }),
    ...(untilMs !== undefined && { to: dayOf(untilMs - 1) }),
  };
}

const STEPS: readonly string[] = WITHDRAWAL_KINDS;

/** Kinds to choose from, with one for all steps of withdrawals; each has its own text. */
export const KINDS: readonly EntryKindFilter[] = ['withdrawal', ...ENTRY_KINDS.filter((kind) => !STEPS.includes(kind))];
