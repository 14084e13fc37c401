/** `operator users`: accounts, as far as the operator may see them. Hashes, codes and tokens are never read here. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { isoText, rowsOf, type Reader } from '../../db/database.ts';
import { readBalances } from '../../ledger/ledger.ts';
import {
  argument,
  CommandError,
  READ,
  readId,
  readReason,
  REASON_OPTION,
  USERS,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';
import {
  formatFields,
  formatInstant,
  formatTable,
  moreLine,
  PIECE_OPTIONS,
  pieceClause,
  pieceOf,
  readListing,
} from '../../operator/text.ts';
import { endSessions } from './sessions.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';

type UserLine = {
  readonly id: number;
  readonly email: string | null;
  readonly phone: string | null;
  readonly language: string;
  readonly createdAt: string;
  /** `none`, `pending`, `verified`, `rejected`. */
  readonly basicIdentity: string;
  readonly advancedIdentity: string;
};

type UserSheet = UserLine & {
  readonly invitedBy: number | null;
  readonly hasFundPassword: boolean;
  readonly withdrawalsBlockedUntil: string | null;
  readonly openSessions: number;
  readonly lastSeenAt: string | null;
};

const COLUMNS = sql`r.id, r.email, r.phone, r.language, ${isoText(sql`r.created_at`)} as "createdAt",
  coalesce(basic.status, 'none') as "basicIdentity", coalesce(advanced.status, 'none') as "advancedIdentity"`;
const NEWEST = sql`select i.status from identity_checks i where i.user_id = r.id`;
const SOURCE = sql`users r
  left join lateral (${NEWEST} and i.level = 'basic' order by i.id desc limit 1) basic on true
  left join lateral (${NEWEST} and i.level = 'advanced' order by i.id desc limit 1) advanced on true`;

/** The commands of the group. */
export const USER_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'users',
    name: 'list',
    rule: READ,
    args: [],
    options: [
      { name: 'search', value: 'text', summary: 'only those whose e-mail address or phone contains this' },
      ...PIECE_OPTIONS,
    ],
    summary: 'who has an account, newest first',
    run: async ({ db }, _operator, input) => listUsers(db, input),
  },
  {
    group: 'users',
    name: 'show',
    rule: READ,
    args: ['id'],
    options: [],
    summary: 'one user: identity, sessions, balances; noted in the audit log',
    run: showUser,
  },
  {
    group: 'users',
    name: 'logout',
    rule: USERS,
    args: ['id'],
    options: [{ ...REASON_OPTION, summary: 'why; required, for the audit log' }],
    summary: 'end all sessions of a user at once',
    run: logOutUser,
  },
];

async function listUsers(db: Reader, input: CommandInput) {
  const listing = readListing(input);
  const { where, order } = pieceClause(listing);
  const search = (input.options['search'] ?? '').toLowerCase();
  const rows = await rowsOf<UserLine>(
    db,
    sql`select ${COLUMNS} from ${SOURCE}
      where strpos(coalesce(r.email, '') || ' ' || coalesce(r.phone, ''), ${search}) > 0 and ${where} ${order}`,
  );
  const piece = pieceOf(rows, listing);
  const lines = piece.rows.map((user) => [
    user.id,
    user.email ?? user.phone,
    user.language,
    user.basicIdentity,
    user.advancedIdentity,
    formatInstant(user.createdAt),
  ]);
  const titles = ['id', 'account', 'language', 'basic identity', 'advanced identity', 'registered (UTC)'];
  const columns = titles.map((title) => ({ title, isRight: title === 'id' }));
  return { data: piece, text: formatTable(columns, lines, 'There are no such users.') + moreLine(piece) };
}

async function showUser(deps: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const { db } = deps;
  const id = readId(argument(input, 0)) as UserId;
  const user = await readSheet(deps, id);
  const names = new Map(
    (await rowsOf<{ id: number; name: string }>(db, sql`select id, name from currencies`)).map((row) => [
      row.id,
      row.name,
    ]),
  );
  const balances = (await readBalances(db, id)).map(({ currencyId, kind, available, held }) => ({
    account: kind,
    currency: names.get(currencyId) ?? String(currencyId),
    available,
    held,
  }));
  await db.transaction((tx) => writeAudit(tx, operator, { action: 'users.show', subject: `user:${id}` }));
  const columns = ['account', 'currency', 'available', 'held'].map((title) => ({
    title,
    isRight: title === 'available' || title === 'held',
  }));
  const rows = balances.map(({ account, currency, available, held }) => [account, currency, available, held]);
  const table = formatTable(columns, rows, 'No balances yet.');
  return { data: { ...user, balances }, text: `${fieldsOf(user)}\n\n${table}` };
}

async function readSheet({ db, clock }: OperatorDeps, id: UserId): Promise<UserSheet> {
  const now = new Date(clock.nowMs()).toISOString();
  const [user] = await rowsOf<UserSheet>(
    db,
    sql`select ${COLUMNS}, r.invited_by as "invitedBy", r.fund_password_hash is not null as "hasFundPassword",
        ${isoText(sql`r.withdrawals_blocked_until`)} as "withdrawalsBlockedUntil",
        (select count(*)::int from sessions s where s.user_id = r.id and s.revoked_at is null
          and s.expires_at > ${now}) as "openSessions",
        (select ${isoText(sql`max(s.last_seen_at)`)} from sessions s where s.user_id = r.id) as "lastSeenAt"
      from ${SOURCE} where r.id = ${id}`,
  );
  if (user === undefined) throw new CommandError(`there is no user ${id}`);
  return user;
}

function fieldsOf(user: UserSheet): string {
  return formatFields([
    ['user', user.id],
    ['e-mail', user.email],
    ['phone', user.phone],
    ['language', user.language],
    ['registered (UTC)', formatInstant(user.createdAt)],
    ['invited by user', user.invitedBy],
    ['basic identity', user.basicIdentity],
    ['advanced identity', user.advancedIdentity],
    ['fund password', user.hasFundPassword ? 'set' : 'not set'],
    ['withdrawals blocked until (UTC)', formatInstant(user.withdrawalsBlockedUntil)],
    ['open sessions', user.openSessions],
    ['last seen (UTC)', formatInstant(user.lastSeenAt)],
  ]);
}

async function logOutUser(deps: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const { db, clock } = deps;
  const id = readId(argument(input, 0)) as UserId;
  const reason = readReason(input);
  await db.transaction(async (tx) => {
    const found = await rowsOf(tx, sql`select 1 as found from users where id = ${id}`);
    if (found.length === 0) throw new CommandError(`there is no user ${id}`);
    await endSessions(tx, clock, id);
    await writeAudit(tx, operator, { action: 'users.logout', subject: `user:${id}`, reason });
  });
  return { data: { id }, text: `All sessions of user ${id} have ended.` };
}
