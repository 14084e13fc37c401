/**
 * The end of an account at the request of its owner (ADR 47): only when it is empty, after a week in which the owner
 * may keep it. Then sessions end and personal data are erased, except for what the law keeps. The ledger keeps its
 * numbers.
 */
import { sql, type SQL } from 'drizzle-orm';
import { CLOSING_DAYS, CLOSING_WORTH_MAX, type AccountClosing, type OpenThing } from '@halyard/contract/account/calls';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { compare, decimal, MONEY_PLACES, round, type Decimal } from '@halyard/contract/money';
import { DAY_MS } from '@halyard/contract/time';
import { BusinessError, type SessionUser } from '../../calls/callHandler.ts';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import { addJob, type TransactionJob } from '../../jobs/job.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { isValued, usdtPriceOf, usdtSumOf } from '../../market/usdtPrice.ts';
import type { ModuleDeps, OpenThings } from '../../module.ts';
import { endClosing, isFrozen, refuseFrozen } from '../security/freeze.ts';
import { requireStepUp } from '../security/sessionStepUp.ts';
import { endSessions } from '../user/sessions.ts';
import { alertUser } from '../user/userMail.ts';
import { deletePage } from './userTables.ts';

const CLOSE = 'account.close';
const ERASE = 'account.erase';
const FORGET = 'account.forget';
const YEAR_DAYS = 365.25;

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'userTables' | 'openThings' | 'endsWithAccount'> & {
  readonly retentionYears: number;
};

/** Open things of a user that no product declares. */
export const OPEN_THINGS: OpenThings = {
  orders: (id) => sql`select from spot_orders where user_id = ${id} and status = 'waiting'`,
  deposits: (id) => sql`select from deposits where user_id = ${id} and status = 'pending'`,
  withdrawals: (id) => sql`select from withdrawals where user_id = ${id} and status = 'pending'`,
};

/** The state of an account's end. */
export async function readClosing({ db, openThings, retentionYears }: Deps, userId: UserId): Promise<AccountClosing> {
  const [row] = await rowsOf<{ closesAt: string | null }>(
    db,
    sql`select ${isoText(sql`closing_at`)} as "closesAt" from users where id = ${userId}`,
  );
  return { closesAt: row?.closesAt ?? null, ...(await readObstacles(db, openThings, userId)), retentionYears };
}

async function readObstacles(
  reader: Reader,
  openThings: OpenThings,
  userId: UserId,
): Promise<Pick<AccountClosing, 'obstacles' | 'worth'>> {
  const selects = Object.entries(openThings) as [OpenThing, (userId: UserId) => SQL][];
  const checks = selects.map(([kind, select]) => sql`exists (${select(userId)}) as ${sql.identifier(kind)}`);
  const [open] = await rowsOf<Record<OpenThing, boolean>>(reader, sql`select ${sql.join(checks, sql`, `)}`);
  const worth = await readWorth(reader, userId);
  const isEmpty = worth !== null && compare(worth, CLOSING_WORTH_MAX) < 0;
  const kinds = selects.flatMap(([kind]) => (open?.[kind] === true ? [kind] : []));
  return { obstacles: [...(isEmpty ? [] : ['balance' as const]), ...kinds], worth };
}

/** All valued balances in USDT, rounded up; null when one has no price now. */
async function readWorth(reader: Reader, userId: UserId): Promise<Decimal | null> {
  const rows = await rowsOf<{ id: CurrencyId; name: string; amount: string }>(
    reader,
    sql`select c.id, c.name, trim_scale(sum(a.available + a.held))::text as amount
      from ledger_accounts a join currencies c on c.id = a.currency_id
      where a.user_id = ${userId} group by c.id, c.name`,
  );
  const markets = await listMarketRecords(reader);
  const worth = usdtSumOf(
    rows
      .filter((currency) => isValued(currency, markets))
      .map(({ amount, ...currency }) => ({ amount: decimal(amount), price: usdtPriceOf(currency, markets) })),
  );
  return worth === undefined ? null : round(worth, MONEY_PLACES, 'up');
}

/** Requests the end. Throws `BusinessError`: PROOF_REQUIRED, ACCOUNT_FROZEN, CLOSING_OBSTACLES. */
export async function requestClosing(deps: Deps, user: SessionUser): Promise<AccountClosing> {
  const { db, clock } = deps;
  await requireStepUp(db, user);
  await db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    await refuseFrozen(tx, user.id);
    if ((await readObstacles(tx, deps.openThings, user.id)).obstacles.length > 0)
      throw new BusinessError('CLOSING_OBSTACLES');
    const nowMs = clock.nowMs();
    const until = new Date(nowMs + CLOSING_DAYS * DAY_MS).toISOString();
    const rows = await rowsOf(
      tx,
      sql`update users set closing_at = ${until}::timestamptz where id = ${user.id} and closing_at is null returning id`,
    );
    if (rows.length === 0) return;
    await addJob(
      tx,
      [{ kind: CLOSE, key: String(user.id), payload: { userId: user.id }, dueAtMs: Date.parse(until) }],
      'move',
    );
    const at = new Date(nowMs).toISOString();
    await alertUser(tx, {
      userId: user.id,
      kind: 'account_closing',
      sessionId: user.sessionId,
      details: { until: readable(until) },
      at,
    });
  });
  return readClosing(deps, user.id);
}

/** Takes the request back. */
export async function cancelClosing(deps: Deps, user: SessionUser): Promise<AccountClosing> {
  const { db, clock } = deps;
  await db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    await endClosing(tx, {
      userId: user.id,
      sessionId: user.sessionId,
      at: new Date(clock.nowMs()).toISOString(),
    });
  });
  return readClosing(deps, user.id);
}

/** In UTC, as the message shows it. */
function readable(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Ends the account at its time, or keeps it when something has come in meanwhile. */
export function createClosingJob(deps: Deps): TransactionJob {
  return {
    name: CLOSE,
    mode: 'transaction',
    atOnceMax: 1,
    run: async (tx, { payload }) => {
      const userId = payload['userId'] as UserId;
      const nowMs = deps.clock.nowMs();
      const at = new Date(nowMs).toISOString();
      await lockUser(tx, userId);
      const [due] = await rowsOf<{ isDue: boolean }>(
        tx,
        sql`select closing_at <= ${at}::timestamptz as "isDue" from users where id = ${userId} and closing_at is not null`,
      );
      // Taken back, or requested again for later: that request has moved this row.
      if (due?.isDue !== true) return 'done';
      // A freeze has ended the request, unless an earlier version froze the account.
      if (await isFrozen(tx, userId)) {
        await endClosing(tx, { userId, at });
        return 'done';
      }
      if ((await readObstacles(tx, deps.openThings, userId)).obstacles.length > 0) {
        await tx.execute(sql`update users set closing_at = null where id = ${userId}`);
        await alertUser(tx, { userId, kind: 'account_not_closed', at });
        return 'done';
      }
      const keepUntilMs = nowMs + deps.retentionYears * YEAR_DAYS * DAY_MS;
      await endAccount(tx, deps, { userId, at, keepUntil: new Date(keepUntilMs).toISOString() });
      await addJob(tx, [{ kind: FORGET, key: String(userId), payload: { userId }, dueAtMs: keepUntilMs }], 'move');
      return 'done';
    },
  };
}

type Ending = { readonly userId: UserId; readonly at: string; readonly keepUntil: string };

async function endAccount(tx: Transaction, deps: Deps, { userId, at, keepUntil }: Ending): Promise<void> {
  // Streams of open sessions end with its events; the rows follow below.
  await endSessions(tx, deps.clock, userId);
  await tx.execute(
    sql`insert into closed_accounts (user_id, email, phone, closed_at, keep_until)
      select id, email, phone, ${at}::timestamptz, ${keepUntil}::timestamptz from users where id = ${userId}`,
  );
  await tx.execute(sql`update identity_checks set released_at = ${at}::timestamptz where user_id = ${userId}`);
  for (const end of deps.endsWithAccount) await end(tx, { userId, at });
  if (await deleteRows(tx, deps, userId))
    await addJob(tx, [{ kind: ERASE, key: String(userId), payload: { userId }, dueAtMs: Date.parse(at) }]);
  await tx.execute(
    sql`update users set email = null, phone = null, password_hash = '', fund_password_hash = null,
        anti_phishing_code = null, closing_at = null, closed_at = ${at}::timestamptz where id = ${userId}`,
  );
}

/** Deletes a page of each table at the end of an account; resolves to whether there may be more rows. */
async function deleteRows(tx: Transaction, { userTables }: Pick<Deps, 'userTables'>, userId: UserId): Promise<boolean> {
  let isMore = false;
  for (const table of userTables) if (table.atEnd === 'delete' && (await deletePage(tx, table, userId))) isMore = true;
  return isMore;
}

/** Deletes the rows that one transaction could not, a page of each table at a time. */
export function createErasingJob(deps: Pick<Deps, 'userTables'>): TransactionJob {
  return {
    name: ERASE,
    mode: 'transaction',
    atOnceMax: 1,
    run: async (tx, { payload }) =>
      (await deleteRows(tx, deps, payload['userId'] as UserId)) ? { againInMs: 0 } : 'done',
  };
}

/** Forgets what the law kept: the rows stay for the books, without names, addresses, numbers and pictures. */
export function createForgettingJob({ clock }: Pick<Deps, 'clock'>): TransactionJob {
  return {
    name: FORGET,
    mode: 'transaction',
    atOnceMax: 1,
    run: async (tx, { payload }) => {
      const userId = payload['userId'] as UserId;
      const [row] = await rowsOf<{ keepUntilMs: number }>(
        tx,
        sql`select (extract(epoch from keep_until) * 1000)::float8 as "keepUntilMs" from closed_accounts where user_id = ${userId}`,
      );
      if (row === undefined) return 'done';
      if (clock.nowMs() < row.keepUntilMs) return { againAtMs: row.keepUntilMs };
      await tx.execute(
        sql`update identity_checks set country = null, full_name = null, id_number = null, address = null, front_id = null,
            back_id = null, holding_id = null where user_id = ${userId}`,
      );
      // Files that nothing refers to are deleted by their own job.
      await tx.execute(
        sql`update deposits set proof_id = null, payer = null, address = null where user_id = ${userId}`,
      );
      await tx.execute(
        sql`update withdrawals set address = null, bank_card = null, remark = '', session_ip = null,
            session_user_agent = null where user_id = ${userId}`,
      );
      await tx.execute(sql`delete from deposit_addresses where user_id = ${userId}`);
      await tx.execute(sql`update users set country = null where id = ${userId}`);
      await tx.execute(sql`delete from closed_accounts where user_id = ${userId}`);
      return 'done';
    },
  };
}
