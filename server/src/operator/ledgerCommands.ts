/** `operator ledger`: totals of the ledger, and the check of its books. None of these commands moves money. */
import { sql } from 'drizzle-orm';
import { add, decimal, ZERO, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Reader } from '../db/database.ts';
import { liftStatementLimit } from '../db/endSilence.ts';
import { checkBooks, readLastClosing, type CheckedSince } from '../ledger/closings.ts';
import { argument, CommandError, READ, type OperatorCommand, type OperatorDeps } from './command.ts';
import { formatTable } from './text.ts';

type Total = {
  readonly currency: string;
  /** For users one of `ACCOUNT_KINDS`; for the house those of `ledger/ledger.ts`. */
  readonly account: string;
  readonly owner: 'users' | 'house';
  readonly accounts: number;
  readonly available: Decimal;
  readonly held: Decimal;
};

const AMOUNTS = [
  { title: 'available', isRight: true },
  { title: 'held', isRight: true },
] as const;

export const LEDGER_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'ledger',
    name: 'list',
    rule: READ,
    args: [],
    options: [],
    summary: 'what users and the house hold of every currency',
    run: async ({ db }) => listTotals(db),
  },
  {
    group: 'ledger',
    name: 'show',
    rule: READ,
    args: ['currency'],
    options: [],
    summary: 'totals of one currency, by kind of account; they add up to zero',
    run: async ({ db }, _operator, input) => showCurrency(db, argument(input, 0)),
  },
  {
    group: 'ledger',
    name: 'check',
    rule: READ,
    args: [],
    options: [{ name: 'all', summary: 'from every posting ever made, and every closing' }],
    summary: 'prove the books from the newest closing of a month; ends with 1 when they are broken',
    run: async (deps, _operator, { options }) =>
      checkLedger(deps, options['all'] === undefined ? 'closing' : 'beginning'),
  },
];

async function listTotals(db: Reader) {
  const totals = await readTotals(db);
  const rows = totals.map(({ currency, owner, account, available, held }) => [
    currency,
    owner,
    account,
    available,
    held,
  ]);
  const columns = [{ title: 'currency' }, { title: 'owner' }, { title: 'account' }, ...AMOUNTS];
  return { data: totals, text: formatTable(columns, rows, 'Nobody holds anything yet.') };
}

async function showCurrency(db: Reader, word: string) {
  const currency = await findCurrency(db, word);
  const totals = (await readTotals(db)).filter((total) => total.currency === currency);
  const sum = add(ZERO, ...totals.flatMap(({ available, held }) => [available, held]));
  const rows = totals.map(({ owner, account, accounts, available, held }) => [
    owner,
    account,
    accounts,
    available,
    held,
  ]);
  const columns = [{ title: 'owner' }, { title: 'account' }, { title: 'accounts', isRight: true }, ...AMOUNTS];
  const table = formatTable(columns, rows, `Nobody holds ${currency} yet.`);
  return {
    data: { currency, totals, sum },
    text: `${currency}\n\n${table}\n\nAll together, available and held: ${sum}`,
  };
}

/** Finds a currency by its name in any case, or by its id. Throws {@link CommandError}. */
async function findCurrency(db: Reader, word: string): Promise<string> {
  const all = await rowsOf<{ id: number; name: string }>(db, sql`select id, name from currencies order by sort, id`);
  const found = all.find(({ id, name }) => name === word.toUpperCase() || String(id) === word);
  if (found !== undefined) return found.name;
  throw new CommandError(`there is no currency «${word}»: use ${all.map(({ name }) => name).join(', ')}`);
}

async function readTotals(db: Reader): Promise<Total[]> {
  type Row = Omit<Total, 'available' | 'held'> & { readonly available: string; readonly held: string };
  const rows = await rowsOf<Row>(
    db,
    sql`select c.name as currency, case when a.user_id is null then 'house' else 'users' end as owner, a.kind as account,
        count(*)::int as accounts, sum(a.available)::text as available, sum(a.held)::text as held
      from ledger_accounts a join currencies c on c.id = a.currency_id
      group by c.sort, c.id, c.name, owner, a.kind order by c.sort, c.id, owner desc, a.kind`,
  );
  return rows.map((row) => ({ ...row, available: decimal(row.available), held: decimal(row.held) }));
}

async function checkLedger({ db }: OperatorDeps, since: CheckedSince) {
  const faults = await db.transaction(async (tx) => {
    // It may read the whole journal, without a time limit.
    await liftStatementLimit(tx);
    return checkBooks(tx, since);
  });
  await db.execute(sql`insert into ledger_checks (faults) values (${faults.length})`);
  const closing = since === 'closing' ? await readLastClosing(db) : undefined;
  const [counts] = await rowsOf<{ entries: number; accounts: number }>(
    db,
    sql`select (select count(*)::int from ledger_entries where id > ${closing?.lastEntry ?? '0'}::bigint) as entries,
      (select count(*)::int from ledger_accounts) as accounts`,
  );
  const rows = faults.map(({ rule, subject }) => [rule, subject]);
  const month = closing === undefined ? '' : ` since the end of ${closing.month.slice(0, 7)}`;
  const extent = `${counts?.entries ?? '–'} entries${month}, ${counts?.accounts ?? '–'} accounts`;
  return {
    data: { isRight: faults.length === 0, faults, ...counts },
    text: formatTable([{ title: 'broken rule' }, { title: 'where' }], rows, `The books are right: ${extent}.`),
    isFault: faults.length > 0,
  };
}
