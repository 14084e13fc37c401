/** Expected ledger entries of options, computed independently of the code that posts them (docs/product.md 2). */
import { sql } from 'drizzle-orm';
import { add, decimal, isZero, negate, ZERO, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Database } from '../db/database.ts';

type OptionRow = {
  readonly id: string;
  readonly stake: string;
  readonly fee: string;
  readonly payout: string;
  readonly result: string | null;
};
type PostingRow = Record<'reference' | 'kind' | 'account' | 'available' | 'held', string>;

/** Options whose ledger entries differ from the table, with their entries. */
export async function findPostingFaults(db: Database): Promise<string[]> {
  const options = await rowsOf<OptionRow>(
    db,
    sql`select id::text as id, stake::text as stake, fee::text as fee, payout::text as payout, result from options`,
  );
  const postings = await rowsOf<PostingRow>(
    db,
    sql`select e.reference, e.kind, case when a.user_id is null then a.kind else 'user ' || a.kind end as account,
        p.available::text as available, p.held::text as held
      from ledger_entries e join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
      where e.reference like 'option:%' and (a.user_id is null
        or a.user_id = (select o.user_id from options o where o.id = substr(e.reference, 8)::bigint))`,
  );
  const found = new Map<string, string[]>();
  for (const { reference, ...posting } of postings) {
    found.set(reference, [...(found.get(reference) ?? []), lineOf(posting)]);
  }
  return options.flatMap((option) => {
    const is = (found.get(`option:${option.id}`) ?? []).toSorted();
    const must = linesOf(option).toSorted();
    return is.join() === must.join() ? [] : [`option ${option.id} (${option.result}): ${is.join('; ')}`];
  });
}

function linesOf({ stake, fee, payout, result }: OptionRow): string[] {
  const [s, f, p] = [decimal(stake), decimal(fee), decimal(payout)];
  const lines = [
    ['option_open', 'user option', negate(add(s, f)), add(s, f)],
    ['option_open', 'options', negate(p), p],
    ...endLines({ s, f, p }, result),
  ] as const;
  return lines
    .filter(([, , available, held]) => !isZero(available) || !isZero(held))
    .map(([kind, account, available, held]) => lineOf({ kind, account, available, held }));
}

type Line = readonly [kind: string, account: string, available: Decimal, held: Decimal];

function endLines({ s, f, p }: Record<'s' | 'f' | 'p', Decimal>, result: string | null): Line[] {
  if (result === null) return [];
  const ends: Readonly<Record<string, readonly [user: Decimal, house: Decimal, fees: Decimal]>> = {
    win: [add(s, p), ZERO, f],
    lose: [ZERO, add(p, s), f],
    tie: [s, p, f],
    void: [add(s, f), p, ZERO],
  };
  const [user, house, fees] = ends[result] ?? [ZERO, ZERO, ZERO];
  const kind = `option_${result}`;
  return [
    [kind, 'user option', user, negate(add(s, f))],
    [kind, 'options', house, negate(p)],
    [kind, 'fees', fees, ZERO],
  ];
}

function lineOf({ kind, account, available, held }: Omit<PostingRow, 'reference'>): string {
  return `${kind} ${account} ${decimal(available)} ${decimal(held)}`;
}
