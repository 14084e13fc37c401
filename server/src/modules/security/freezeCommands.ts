/** `operator freezes`: freezing an account on a documented ground, which its owner reads (ADR 47). */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { OPERATOR_GROUNDS } from '@halyard/contract/security/freezeCalls';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  argument,
  CommandError,
  READ,
  readId,
  readReason,
  readWord,
  REASON_OPTION,
  UsageError,
  USERS_BY_TWO,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';
import { formatInstant, formatTable } from '../../operator/text.ts';
import { endSessions } from '../user/sessions.ts';
import { alertUser } from '../user/userMail.ts';
import { liftFreeze, startFreeze } from './freeze.ts';

export const FREEZE_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'freezes',
    name: 'list',
    rule: READ,
    args: [],
    options: [],
    summary: 'frozen accounts, by their owners and by us',
    run: async ({ db }) => listFrozen(db),
  },
  {
    group: 'freezes',
    name: 'add',
    rule: USERS_BY_TWO,
    args: ['user'],
    options: [
      { name: 'ground', value: 'word', summary: `one of ${OPERATOR_GROUNDS.join(', ')} (docs/operator.md)` },
      REASON_OPTION,
    ],
    summary: 'freeze an account: no withdrawal, nothing new; closing and selling go on',
    run: freezeAccount,
  },
  {
    group: 'freezes',
    name: 'lift',
    rule: USERS_BY_TWO,
    args: ['user'],
    options: [{ name: 'reason', value: 'text', summary: 'why; required, for the audit log' }],
    summary: 'lift a freeze of ours',
    run: liftAccount,
  },
];

async function listFrozen(reader: Reader) {
  const rows = await rowsOf<{
    id: number;
    account: string | null;
    at: string;
    ground: string | null;
    reason: string | null;
  }>(
    reader,
    sql`select id, coalesce(email, phone) as account, ${isoText(sql`frozen_at`)} as at, frozen_ground as ground,
        frozen_reason as reason
      from users where frozen_at is not null order by frozen_at desc limit 1000`,
  );
  const cells = rows.map(({ id, account, at, ground, reason }) => [
    id,
    account,
    formatInstant(at),
    ground ?? 'its owner',
    reason,
  ]);
  const columns = ['user', 'account', 'frozen (UTC)', 'by', 'reason'].map((title) => ({
    title,
    isRight: title === 'user',
  }));
  return { data: rows, text: formatTable(columns, cells, 'No account is frozen.') };
}

async function freezeAccount(deps: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const { db, clock, withdrawalHoldHours: holdHours } = deps;
  const userId = readId(argument(input, 0), 'user') as UserId;
  const { ground: word } = input.options;
  if (word === undefined) throw new UsageError(`--ground is required: ${OPERATOR_GROUNDS.join(', ')}`);
  const ground = readWord(word, 'ground', OPERATOR_GROUNDS);
  const reason = readReason(input);
  const at = new Date(clock.nowMs()).toISOString();
  await db.transaction(async (tx) => {
    const before = await lockKnownUser(tx, userId);
    if (before.ground !== null)
      throw new CommandError(`the account of user ${userId} is frozen already: ${before.ground}`);
    // A freeze by the owner becomes ours.
    await startFreeze(tx, { clock, holdHours }, userId);
    await tx.execute(sql`update users set frozen_ground = ${ground}, frozen_reason = ${reason} where id = ${userId}`);
    await alertUser(tx, { userId, kind: 'account_frozen_by_us', details: { reason }, at });
    await writeAudit(tx, operator, {
      action: 'freezes.add',
      subject: `user:${userId}`,
      reason: `${ground}: ${reason}`,
    });
    // A stolen account has a thief in it. Otherwise the owner stays logged in, to read why.
    if (ground === 'stolen_account') await endSessions(tx, clock, userId);
  });
  return { data: { user: userId, ground, reason }, text: `user ${userId} is frozen: ${ground}` };
}

async function liftAccount({ db, clock }: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const userId = readId(argument(input, 0), 'user') as UserId;
  const reason = readReason(input);
  const at = new Date(clock.nowMs()).toISOString();
  await db.transaction(async (tx) => {
    const { isFrozen, ground } = await lockKnownUser(tx, userId);
    if (!isFrozen) throw new CommandError(`the account of user ${userId} is not frozen`);
    // Its owner asks for that, with a step-up.
    if (ground === null) throw new CommandError('its owner froze it: see "unfreeze list"');
    await liftFreeze(tx, userId);
    await tx.execute(
      sql`update unfreeze_requests set status = 'cancelled', reviewed_at = now() where user_id = ${userId} and status = 'pending'`,
    );
    await alertUser(tx, { userId, kind: 'account_unfrozen', at });
    await writeAudit(tx, operator, { action: 'freezes.lift', subject: `user:${userId}`, reason });
  });
  return { data: { user: userId }, text: `user ${userId} is not frozen any more` };
}

async function lockKnownUser(
  tx: Transaction,
  userId: UserId,
): Promise<{ readonly isFrozen: boolean; readonly ground: string | null }> {
  await lockUser(tx, userId);
  const [row] = await rowsOf<{ isFrozen: boolean; ground: string | null }>(
    tx,
    sql`select frozen_at is not null as "isFrozen", frozen_ground as ground
      from users where id = ${userId} and closed_at is null`,
  );
  if (row === undefined) throw new CommandError(`there is no user ${userId}`);
  return row;
}
