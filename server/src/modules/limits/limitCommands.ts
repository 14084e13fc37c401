/** `operator limits`: terms of limits and fee groups, and limits of single users. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import {
  LEVELS,
  limitTerms,
  type FeeGroup,
  type GrantedLimits,
  type LevelLimits,
  type LimitTerms,
} from '@halyard/contract/limits/rules';
import { compare, isNegative, isZero, ONE, type Decimal } from '@halyard/contract/money';
import { WITHDRAWALS_PER_DAY } from '@halyard/contract/withdrawals/rules';
import { rowsOf } from '../../db/database.ts';
import { limitVersions, noticeOf } from '../../limits/limitVersions.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  CommandError,
  UsageError,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';
import { USERS_BY_TWO } from '../../operator/commandRules.ts';
import { formatFields, formatTable } from '../../operator/text.ts';
import { argument, readCount, readDecimal, readId, readReason } from '../../operator/values.ts';
import { createTermCommands } from '../../terms/termCommands.ts';
import { firstFault } from '../../terms/faults.ts';
import type { Version } from '../../terms/versions.ts';

const ORDERS_MAX = 1000;
const WITHDRAWALS_MAX = 1000;

const GRANT: OperatorCommand = {
  group: 'limits',
  name: 'grant',
  rule: USERS_BY_TWO,
  args: ['user'],
  options: [
    { name: 'open-orders', value: 'n', summary: 'waiting spot orders in one market' },
    { name: 'exposure', value: 'usdt', summary: 'open exposure over all products' },
    { name: 'withdrawals', value: 'n', summary: 'requests of withdrawals a day' },
    { name: 'reason', value: 'text', summary: 'why; required, for the audit log' },
  ],
  summary: 'limits of one user in place of earlier ones; they count where they are higher than the published ones',
  run: grant,
};

export const LIMIT_COMMANDS: readonly OperatorCommand[] = [
  ...createTermCommands<LimitTerms>({
    group: 'limits',
    subject: 'limit-terms',
    versions: limitVersions,
    codec: limitTerms,
    publishSummary: 'add a version of limits and fee groups; one that is worse for any user needs 14 days of notice',
    columns: [
      { title: 'fee groups', isRight: true, cellOf: ({ groups }) => groups.length },
      {
        title: 'withdrawals a day',
        cellOf: ({ levels }) => LEVELS.map((level) => levels[level].withdrawalsPerDay).join(' / '),
      },
    ],
    none: 'There are no terms: the defaults apply.',
    sheetOf,
    faultOf: (_reader, terms) => Promise.resolve(faultOf(terms)),
    noticeOf,
  }),
  GRANT,
];

function sheetOf({ version, effectiveAt, levels, groups }: Version<LimitTerms>): string {
  const limits = LEVELS.map((level) => [
    level,
    levels[level].openOrders,
    levels[level].exposure ?? 'no limit',
    levels[level].withdrawalsPerDay,
  ]);
  const fees = groups.map(({ volume, maker, taker }, index) => [index + 1, volume, maker, taker]);
  return [
    formatFields([
      ['version', version],
      ['begins (UTC)', effectiveAt],
    ]),
    formatTable(columnsOf(['level', 'open orders', 'exposure', 'withdrawals a day']), limits, ''),
    formatTable(columnsOf(['group', 'from USDT in 30 days', 'maker share', 'taker share']), fees, ''),
  ].join('\n\n');
}

const columnsOf = (titles: readonly string[]) => titles.map((title, index) => ({ title, isRight: index > 0 }));

/** The specification's number of withdrawals a day is the least. */
export function faultOf({ levels, groups }: LimitTerms): string | undefined {
  const ofLevel = firstFault(
    LEVELS,
    (level) => faultOfLevel(levels[level]) && `${level}: ${faultOfLevel(levels[level])}`,
  );
  return ofLevel ?? faultOfGroups(groups);
}

function faultOfLevel({ openOrders, exposure, withdrawalsPerDay }: LevelLimits): string | undefined {
  if (openOrders < 1 || openOrders > ORDERS_MAX) return `open_orders is from 1 to ${ORDERS_MAX}`;
  if (withdrawalsPerDay < WITHDRAWALS_PER_DAY) return `withdrawals_per_day is ${WITHDRAWALS_PER_DAY} at least`;
  if (exposure !== null && isNegative(exposure)) return 'exposure is not below 0';
  return undefined;
}

function faultOfGroups(groups: readonly FeeGroup[]): string | undefined {
  if (groups[0] === undefined || !isZero(groups[0].volume)) return 'fee_groups: the first one begins at a volume of 0';
  const isUnordered = groups.some((group, index) => {
    const before = groups[index - 1];
    return before !== undefined && compare(group.volume, before.volume) <= 0;
  });
  if (isUnordered) return 'fee_groups: volumes rise from group to group';
  return groups.some(({ maker, taker }) => !isShare(maker) || !isShare(taker))
    ? 'fee_groups: maker and taker are from 0 to 1'
    : undefined;
}

function isShare(share: Decimal): boolean {
  return !isNegative(share) && compare(share, ONE) <= 0;
}

async function grant({ db }: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const userId = readId(argument(input, 0), 'user') as UserId;
  const reason = readReason(input);
  const granted = readGranted(input);
  const stored = {
    open_orders: granted.openOrders,
    exposure: granted.exposure,
    withdrawals_per_day: granted.withdrawalsPerDay,
  };
  await db.transaction(async (tx) => {
    const [user] = await rowsOf(tx, sql`select id from users where id = ${userId}`);
    if (user === undefined) throw new CommandError(`there is no user ${userId}`);
    await tx.execute(
      sql`insert into granted_limits (user_id, limits) values (${userId}, ${JSON.stringify(stored)}::text::jsonb)
        on conflict (user_id) do update set limits = excluded.limits, granted_at = now()`,
    );
    await writeAudit(tx, operator, { action: 'limits.grant', subject: `user:${userId}`, reason });
  });
  const fields = Object.entries(stored).map(([name, value]) => [name, value ?? 'as published'] as const);
  return { data: { user: userId, ...stored }, text: formatFields([['user', userId], ...fields]) };
}

function readGranted({ options }: CommandInput): GrantedLimits {
  const { exposure, withdrawals, 'open-orders': orders } = options;
  if (exposure === undefined && withdrawals === undefined && orders === undefined)
    throw new UsageError('name a limit: --open-orders, --exposure or --withdrawals');
  return {
    openOrders: orders === undefined ? undefined : readCount(orders, 'open-orders', ORDERS_MAX),
    exposure: exposure === undefined ? undefined : readDecimal(exposure, 'exposure'),
    withdrawalsPerDay: withdrawals === undefined ? undefined : readCount(withdrawals, 'withdrawals', WITHDRAWALS_MAX),
  };
}
