/** Entries of totals: liabilities, results of options and positions, and the length of the audit log. */
import { add, isZero, type Decimal } from '../money/money.ts';
import { HASH_BYTES, toBase64 } from './bytes.ts';
import { assertAscending, readMany, type EntryFormat, type LineReader } from './LineReader.ts';

/** The exchange's balances in a currency. All sum to zero. */
export type CurrencyTotals = {
  readonly id: number;
  readonly code: string;
  readonly users: Decimal;
  /** Accounts of the house, by name; the one below zero mirrors funds outside the exchange. Ascending. */
  readonly house: readonly { readonly account: string; readonly total: Decimal }[];
};

/** A snapshot of all balances. Currencies ascending by id. */
export type LiabilitiesEntry = {
  readonly kind: 'liabilities';
  readonly loggedMs: number;
  readonly snapshot: number;
  /** The last ledger entry that it includes. */
  readonly journalId: number;
  readonly root: Uint8Array;
  readonly leaves: number;
  readonly currencies: readonly CurrencyTotals[];
};

/** The code of the first currency whose totals do not sum to zero. */
export function unbalancedCurrency(currencies: readonly CurrencyTotals[]): string | undefined {
  const isUnbalanced = ({ users, house }: CurrencyTotals) => !isZero(add(users, ...house.map(({ total }) => total)));
  return currencies.find(isUnbalanced)?.code;
}

const COUNTS = ['count', 'won', 'lost', 'tied', 'void'] as const;
const SUMS = ['staked', 'paid'] as const;

/** Sums of smaller groups would reveal stakes and payouts of single users. */
export const SUMMED_LEAST = 10;
/** Market and direction of groups that are too small to be listed. */
export const ALL = 'all';

/**
 * Results of a day's options or positions with these four in common; sums are null of fewer than {@link SUMMED_LEAST}.
 */
export type FuturesTotals = Readonly<Record<(typeof COUNTS)[number], number>> &
  Readonly<Record<(typeof SUMS)[number], Decimal | null>> & {
    readonly market: string;
    readonly contract: string;
    readonly direction: string;
    readonly currency: string;
  };

/** Results of a day, ascending by market, kind, direction and currency. */
export type StatisticsEntry = {
  readonly kind: 'statistics';
  readonly day: string;
  readonly totals: readonly FuturesTotals[];
};

/** The operators' audit log: its line count, and a hash that only shows whether the lines are unchanged. */
export type AuditEntry = {
  readonly kind: 'audit';
  readonly loggedMs: number;
  readonly count: number;
  readonly hash: Uint8Array;
};

export const liabilitiesFormat: EntryFormat<LiabilitiesEntry> = {
  read: (lines) => {
    const loggedMs = lines.line('sealed').whole();
    const snapshot = lines.line('snapshot').whole();
    const journalId = lines.line('journal').whole();
    const root = lines.line('root').bytes(HASH_BYTES);
    lines.oneOf(['leaves']);
    const leaves = lines.whole();
    const currencies = readMany(lines, () => readCurrency(lines));
    assertAscending(lines, currencies, (one, before) => one.id > before.id);
    return { loggedMs, snapshot, journalId, root, leaves, currencies };
  },
  write: ({ loggedMs, snapshot, journalId, root, leaves, currencies }) => [
    `sealed ${loggedMs}`,
    `snapshot ${snapshot}`,
    `journal ${journalId}`,
    `root ${toBase64(root)} leaves ${leaves}`,
    ...currencies.map(writeCurrency),
  ],
};

export const statisticsFormat: EntryFormat<StatisticsEntry> = {
  read: (lines) => {
    const day = lines.line('day').date();
    const totals = readMany(lines, () => readTotals(lines));
    assertAscending(lines, totals, (one, before) => sortKey(one) > sortKey(before));
    return { day, totals };
  },
  write: ({ day, totals }) => [`day ${day}`, ...totals.map(writeTotals)],
};

export const auditFormat: EntryFormat<AuditEntry> = {
  read: (lines) => ({
    loggedMs: lines.line('sealed').whole(),
    count: lines.line('lines').whole(),
    hash: lines.line('hash').bytes(HASH_BYTES),
  }),
  write: ({ loggedMs, count, hash }) => [`sealed ${loggedMs}`, `lines ${count}`, `hash ${toBase64(hash)}`],
};

function readCurrency(lines: LineReader): CurrencyTotals {
  const [id, code] = [lines.line('currency').whole(), lines.word()];
  lines.oneOf(['users']);
  const users = lines.decimal();
  const house: { account: string; total: Decimal }[] = [];
  while (lines.hasWord()) house.push({ account: lines.word(), total: lines.signedDecimal() });
  assertAscending(lines, house, (one, before) => one.account > before.account);
  return { id, code, users, house };
}

function writeCurrency({ id, code, users, house }: CurrencyTotals): string {
  return `currency ${id} ${code} users ${users}${house.map(({ account, total }) => ` ${account} ${total}`).join('')}`;
}

function readTotals(lines: LineReader): FuturesTotals {
  const [market, contract, direction, currency] = [lines.line().word(), lines.word(), lines.word(), lines.word()];
  const named = <Value>(name: string, read: () => Value): Value => {
    lines.oneOf([name]);
    return read();
  };
  const count = (name: string) => named(name, () => lines.whole());
  const sum = (name: string) => named(name, () => lines.decimal());
  const counts = {
    count: count('count'),
    won: count('won'),
    lost: count('lost'),
    tied: count('tied'),
    void: count('void'),
  };
  const isSummed = counts.count >= SUMMED_LEAST;
  const [staked, paid] = isSummed ? [sum('staked'), sum('paid')] : [null, null];
  return { market, contract, direction, currency, ...counts, staked, paid };
}

function writeTotals(totals: FuturesTotals): string {
  return `${sortKey(totals)} ${[...COUNTS, ...(totals.count >= SUMMED_LEAST ? SUMS : [])].map((name) => `${name} ${totals[name]}`).join(' ')}`;
}

function sortKey({ market, contract, direction, currency }: FuturesTotals): string {
  return `${market} ${contract} ${direction} ${currency}`;
}
