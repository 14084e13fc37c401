/** Liabilities at one moment: balances of users and of the house. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { fromBase64 } from '@halyard/contract/transparency/bytes';
import type { CurrencyTotals } from '@halyard/contract/transparency/totalEntries';
import { decimal, type Decimal } from '@halyard/contract/money';
import { sumAmount, sumUnits, type Sums } from '@halyard/contract/transparency/verifyLiability';
import { rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';

/** A user with a balance. */
export type Holder = {
  readonly userId: UserId;
  /** As the user knows it. */
  readonly contact: string;
  /** Undefined before the user's first snapshot. */
  readonly secret: Uint8Array | undefined;
  /** Over all of the user's accounts, available and held, a sum a currency. */
  readonly sums: Sums;
};

export type Books = {
  readonly last: { readonly id: number; readonly periodMs: number } | undefined;
  /** The last entry of the ledger that is in these balances. */
  readonly journalId: number;
  readonly currencies: readonly CurrencyTotals[];
  readonly holders: readonly Holder[];
};

/** The longest time that postings wait for a snapshot; repeated while a single posting takes longer. */
const QUIET_WITHIN_MS = 100;
const QUIET_TRIES = 50;
const LOCK_NOT_AVAILABLE = '55P03';

/** Reads everything at one moment, despite concurrent postings. */
export function readBooks(db: Database): Promise<Books> {
  return db.transaction(
    async (tx) => {
      const journalId = await readQuietJournalId(tx);
      const last = await readLast(tx);
      const house = await readHouse(tx);
      const holders = await readHolders(tx, [...house.keys()]);
      const currencies = [...house].map(([id, currency], place) => ({
        id,
        ...currency,
        users: sumAmount(holders.reduce((sum, { sums }) => sum + (sums[place] ?? 0n), 0n)),
      }));
      return { last, journalId, currencies, holders };
    },
    { isolationLevel: 'repeatable read' },
  );
}

async function readLast(reader: Reader): Promise<Books['last']> {
  const [row] = await rowsOf<{ id: string; period_ms: string }>(
    reader,
    sql`select id::text as id, (extract(epoch from period_at) * 1000)::bigint::text as period_ms
      from liability_snapshots order by liability_snapshots.id desc limit 1`,
  );
  return row && { id: Number(row.id), periodMs: Number(row.period_ms) };
}

/**
 * The last entry such that no lower id is uncommitted: ids are drawn before entries are committed. The lock waits for
 * open transactions and is released with the savepoint; the moment of the first read stays that of the transaction.
 */
async function readQuietJournalId(tx: Transaction): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    await tx.execute(sql`savepoint quiet`);
    await tx.execute(sql.raw(`set local lock_timeout = ${QUIET_WITHIN_MS}`));
    try {
      await tx.execute(sql`lock table journal_lock in share mode`);
      const [row] = await rowsOf<{ id: string }>(tx, sql`select coalesce(max(id), 0)::text as id from ledger_entries`);
      return row === undefined ? 0 : Number(row.id);
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      if (code !== LOCK_NOT_AVAILABLE || tries === QUIET_TRIES) throw error;
    } finally {
      await tx.execute(sql`rollback to savepoint quiet`);
    }
  }
}

/** Every currency with an account, ascending by id, with the accounts of the house by name. */
async function readHouse(reader: Reader): Promise<ReadonlyMap<number, Pick<CurrencyTotals, 'code' | 'house'>>> {
  const rows = await rowsOf<{ id: number; code: string; account: string | null; total: string | null }>(
    reader,
    sql`select c.id, c.name as code, h.kind as account, (h.available + h.held)::text as total
      from currencies c left join ledger_accounts h on h.currency_id = c.id and h.user_id is null
      where exists (select from ledger_accounts a where a.currency_id = c.id)
      order by c.id, h.kind collate "C"`,
  );
  const found = new Map<number, { readonly code: string; readonly house: { account: string; total: Decimal }[] }>();
  for (const { id, code, account, total } of rows) {
    const currency = found.get(id) ?? { code, house: [] };
    found.set(id, currency);
    if (account !== null && total !== null) currency.house.push({ account, total: decimal(total) });
  }
  return found;
}

type HolderRow = { user_id: UserId; contact: string; secret: string | null; currency_id: number; total: string };

async function readHolders(reader: Reader, currencyIds: readonly number[]): Promise<readonly Holder[]> {
  const rows = await rowsOf<HolderRow>(
    reader,
    sql`select u.id as user_id, coalesce(u.email, u.phone, '') as contact, encode(s.secret, 'base64') as secret,
        own.currency_id, own.total::text as total
      from (
        select user_id, currency_id, sum(available + held) as total from ledger_accounts
        where user_id is not null group by user_id, currency_id having sum(available + held) <> 0
      ) as own
      join users u on u.id = own.user_id left join liability_secrets s on s.user_id = u.id
      order by u.id`,
  );
  const places = new Map(currencyIds.map((id, place) => [id, place]));
  const found = new Map<UserId, Omit<Holder, 'sums'> & { readonly sums: bigint[] }>();
  for (const { user_id: userId, contact, secret, currency_id: currencyId, total } of rows) {
    const sums = found.get(userId)?.sums ?? currencyIds.map(() => 0n);
    sums[places.get(currencyId) ?? 0] = sumUnits(decimal(total));
    found.set(userId, { userId, contact, secret: secret === null ? undefined : fromBase64(secret), sums });
  }
  return [...found.values()];
}
