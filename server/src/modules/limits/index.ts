/** Fees and limits: published ones, a user's own, the job that sums volumes, and commands (ADR 44). */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { getOwnLimits, type OwnLimits } from '@halyard/contract/limits/calls';
import { getPublishedLimits, type PublishedLimits } from '@halyard/contract/limits/publishedCalls';
import {
  LEVELS,
  limitTerms,
  VOLUME_DAYS,
  type FeeGroup,
  type LevelLimits,
  type LimitTerms,
} from '@halyard/contract/limits/rules';
import { compare, isNegative, isZero, max, ONE, ZERO, type Decimal } from '@halyard/contract/money';
import { addDays, DAY_MS } from '@halyard/contract/time';
import { withdrawalMin, WITHDRAWALS_PER_DAY } from '@halyard/contract/withdrawals/rules';
import { answerPublic, answerUser } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { productsOffFor } from '../../countries/countryRules.ts';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import { readExposure } from '../../exposure/unverifiedLimit.ts';
import { firstOpenDay, nextClosingMs } from '../../jobs/closedDays.ts';
import { recurringJob, type TransactionJob } from '../../jobs/job.ts';
import {
  decodeGranted,
  limitVersions,
  noticeOf,
  publishFirstTerms,
  readTerms,
  readUserLimits,
  requestsOfDay,
  withinSetting,
} from '../../limits/limitVersions.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { USDT } from '../../market/usdtPrice.ts';
import type { Module, ModuleDeps } from '../../module.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  argument,
  CommandError,
  readCount,
  readDecimal,
  readId,
  readReason,
  UsageError,
  USERS_BY_TWO,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';
import { formatFields, formatTable } from '../../operator/text.ts';
import { createTermCommands } from '../../terms/termCommands.ts';
import { firstFault, readTermTexts, termsOf, type Version } from '../../terms/versions.ts';
import { alertUser } from '../user/userMail.ts';

// `operator limits`: terms of limits and fee groups, and limits of single users.

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
  summary: 'raise limits of one user; they count where they are higher than the published ones',
  run: grant,
};

const REVOKE: OperatorCommand = {
  group: 'limits',
  name: 'revoke',
  rule: USERS_BY_TWO,
  args: ['user'],
  options: [{ name: 'reason', value: 'text', summary: 'why; required, for the audit log' }],
  summary: 'end all grants of one user: the published limits of the level count again',
  run: revoke,
};

const LIMIT_COMMANDS: readonly OperatorCommand[] = [
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
  REVOKE,
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
  const stored = await db.transaction(async (tx) => {
    const [user] = await rowsOf<{ limits: object | null }>(
      tx,
      sql`select (select g.limits from granted_limits g where g.user_id = u.id) as limits
        from users u where u.id = ${userId} for no key update`,
    );
    if (user === undefined) throw new CommandError(`there is no user ${userId}`);
    const before = decodeGranted(user.limits);
    const after = toStored(higherOf(before, granted));
    await tx.execute(
      sql`insert into granted_limits (user_id, limits) values (${userId}, ${JSON.stringify(after)}::text::jsonb)
        on conflict (user_id) do update set limits = excluded.limits, granted_at = now()`,
    );
    const changes = changesOf(toStored(before), after);
    await writeAudit(tx, operator, {
      action: 'limits.grant',
      subject: `user:${userId}`,
      reason: `${changes}; ${reason}`,
    });
    return after;
  });
  const fields = Object.entries(stored).map(([name, value]) => [name, value ?? 'as published'] as const);
  return { data: { user: userId, ...stored }, text: formatFields([['user', userId], ...fields]) };
}

/** Open orders and positions stay. */
async function revoke({ db, clock }: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const userId = readId(argument(input, 0), 'user') as UserId;
  const reason = readReason(input);
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const [revoked] = await rowsOf<{ limits: object }>(
      tx,
      sql`delete from granted_limits where user_id = ${userId} returning limits`,
    );
    if (revoked === undefined) throw new CommandError(`user ${userId} has no granted limits`);
    await alertUser(tx, { userId, kind: 'limits_revoked', at: new Date(clock.nowMs()).toISOString() });
    const changes = changesOf(toStored(decodeGranted(revoked.limits)), {});
    await writeAudit(tx, operator, {
      action: 'limits.revoke',
      subject: `user:${userId}`,
      reason: `${changes}; ${reason}`,
    });
  });
  return { data: { user: userId }, text: `user ${userId} has the published limits again` };
}

type Granted = ReturnType<typeof decodeGranted>;

/** A grant only raises: a lower figure changes nothing. */
function higherOf(before: Granted, granted: Granted): Granted {
  const higher = (one: number | undefined, other: number | undefined) =>
    one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
  const exposures = [before.exposure, granted.exposure].filter((exposure) => exposure !== undefined);
  return {
    openOrders: higher(before.openOrders, granted.openOrders),
    exposure: exposures.length === 0 ? undefined : max(ZERO, ...exposures),
    withdrawalsPerDay: higher(before.withdrawalsPerDay, granted.withdrawalsPerDay),
  };
}

function toStored({ openOrders, exposure, withdrawalsPerDay }: Granted) {
  return { open_orders: openOrders, exposure, withdrawals_per_day: withdrawalsPerDay };
}

type StoredLimits = Partial<ReturnType<typeof toStored>>;

/** Changes by a command: `open_orders 200 -> 500`. */
function changesOf(before: StoredLimits, after: StoredLimits): string {
  const names = ['open_orders', 'exposure', 'withdrawals_per_day'] as const;
  const changes = names
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name} ${before[name] ?? 'as published'} -> ${after[name] ?? 'as published'}`);
  return changes.length === 0 ? 'no change' : changes.join(', ');
}

function readGranted({ options }: CommandInput): Granted {
  const { exposure, withdrawals, 'open-orders': orders } = options;
  if (exposure === undefined && withdrawals === undefined && orders === undefined)
    throw new UsageError('name a limit: --open-orders, --exposure or --withdrawals');
  return {
    openOrders: orders === undefined ? undefined : readCount(orders, 'open-orders', ORDERS_MAX),
    exposure: exposure === undefined ? undefined : readDecimal(exposure, 'exposure'),
    withdrawalsPerDay: withdrawals === undefined ? undefined : readCount(withdrawals, 'withdrawals', WITHDRAWALS_MAX),
  };
}

export const limits: Module = {
  readRules: (reader) => readTermTexts(reader, 'limit-terms', { versions: limitVersions, codec: limitTerms }),
  publishFirstTerms,
  commands: LIMIT_COMMANDS,
  create: (deps) => ({
    handlers: [
      answerPublic(getPublishedLimits, () => readPublished(deps)),
      answerUser(getOwnLimits, (_request, { user }) => readOwn(deps, user.id)),
    ],
    jobs: [createVolumeJob(deps)],
  }),
};

// Traded volumes of users, which decide the fee groups of new orders: summed from the trades of one closed UTC day
// after the other, without a gap, also after a stop of the exchange.

const JOB = 'limits.volumes';

/** Runs five minutes after midnight UTC and at start: one day a transaction. */
export function createVolumeJob({ clock }: { readonly clock: Clock }): TransactionJob {
  return recurringJob(JOB, clock, async (tx, nowMs) => {
    let isClosing = true;
    while (isClosing) isClosing = await closeNextDay(tx, nowMs);
    return { againAtMs: nextClosingMs(nowMs) };
  });
}

/** The last closed day. */
export async function readLastDay(reader: Reader): Promise<string | null> {
  const [row] = await rowsOf<{ day: string | null }>(reader, sql`select max(day)::text as day from volume_days`);
  return row?.day ?? null;
}

/** Closes the first ended day that is not closed; false when there is none. */
async function closeNextDay(tx: Transaction, nowMs: number): Promise<boolean> {
  const open = firstOpenDay(nowMs);
  // Older trades count in no fee group any more.
  const first = addDays(open, -VOLUME_DAYS);
  const last = await readLastDay(tx);
  const day = last === null || last < first ? first : addDays(last, 1);
  if (day >= open) return false;
  await countDay(tx, day);
  await tx.execute(
    sql`insert into volume_days (day, closed_at) values (${day}::date, ${new Date(nowMs).toISOString()}::timestamptz)`,
  );
  await sumDays(tx, day);
  return true;
}

/** Adds the trades of a day, in both directions. What has no USDT price that day does not count. */
async function countDay(tx: Transaction, day: string): Promise<void> {
  const start = `${day}T00:00:00.000Z`;
  const end = new Date(Date.parse(start) + DAY_MS).toISOString();
  await tx.execute(
    sql`with traded as (
        select f.market_id, f.taker_user_id, f.maker_user_id, f.price * f.quantity as quote from spot_fills f
        where f.created_at >= ${start}::timestamptz and f.created_at < ${end}::timestamptz
      ), sides as (
        select t.taker_user_id as user_id, t.market_id, t.quote from traded t where t.taker_user_id is not null
        union all
        select t.maker_user_id, t.market_id, t.quote from traded t where t.maker_user_id is not null
      ), prices as (
        select m.id as market_id, case when q.name = ${USDT} then 1 else (
          select c.close from markets p join currencies b on b.id = p.quote_id
            join candles c on c.series_id = p.series_id and c.period = '1min'
          where p.base_id = m.quote_id and b.name = ${USDT} and c.opened_at < ${end}::timestamptz
            and c.opened_at >= ${start}::timestamptz
          order by c.opened_at desc limit 1) end as price
        from markets m join currencies q on q.id = m.quote_id
      )
      insert into traded_volumes (user_id, day, volume)
      select s.user_id, ${day}::date, trunc(sum(s.quote * p.price), 18)
      from sides s join prices p on p.market_id = s.market_id and p.price is not null
      group by s.user_id`,
  );
}

/** Sums the last {@link VOLUME_DAYS} closed days up to `day`, and forgets older ones. */
async function sumDays(tx: Transaction, day: string): Promise<void> {
  const before = addDays(day, -VOLUME_DAYS);
  await tx.execute(sql`delete from traded_volumes where day <= ${before}::date`);
  await tx.execute(
    sql`delete from fee_volumes f where not exists (select from traded_volumes t where t.user_id = f.user_id)`,
  );
  await tx.execute(
    sql`insert into fee_volumes (user_id, volume) select user_id, sum(volume) from traded_volumes group by user_id
      on conflict (user_id) do update set volume = excluded.volume where fee_volumes.volume <> excluded.volume`,
  );
}

async function readPublished({ db, clock, catalogue, settings }: ModuleDeps): Promise<PublishedLimits> {
  const nowMs = clock.nowMs();
  const [terms, version, next, markets, channels, countries] = await Promise.all([
    readTerms(db, nowMs, settings.unverifiedExposureMax),
    limitVersions.versionAt(db, nowMs),
    limitVersions.nextVersion(db, nowMs),
    listMarketRecords(db),
    catalogue.channels(),
    catalogue.countryRules(),
  ]);
  return {
    ...terms,
    countries: [...countries],
    version: version?.version ?? null,
    effectiveAt: version?.effectiveAt ?? null,
    next:
      next === undefined
        ? null
        : { ...withinSetting(termsOf(next), settings.unverifiedExposureMax), effectiveAt: next.effectiveAt },
    markets: markets
      .filter(({ isDisplayed }) => isDisplayed)
      .map(({ id, symbol, makerFeeRate, takerFeeRate }) => ({ id, symbol, makerFeeRate, takerFeeRate })),
    withdrawals: channels.map(({ id, name, settlement, feePercent, feeMin, places, withdrawalMin: min }) => ({
      channelId: id,
      name,
      settlement,
      feePercent,
      feeMin,
      min: withdrawalMin({ feePercent, feeMin, places, min }),
    })),
  };
}

async function readOwn({ db, clock, settings, catalogue }: ModuleDeps, userId: UserId): Promise<OwnLimits> {
  const nowMs = clock.nowMs();
  const setting = settings.unverifiedExposureMax;
  const [own, exposure, used, volumeUntil, productsOff] = await Promise.all([
    readUserLimits(db, userId, { nowMs, unverifiedExposure: setting }),
    readExposure(db, userId, { nowMs, setting }),
    readUse(db, userId, nowMs),
    readLastDay(db),
    productsOffFor({ db, catalogue }, userId),
  ]);
  const { level, limits: ofUser, group, groupNumber, volume } = own;
  return {
    level,
    limits: ofUser,
    group: groupNumber,
    maker: group.maker,
    taker: group.taker,
    volume,
    volumeUntil,
    withdrawalsLeft: Math.max(ofUser.withdrawalsPerDay - used.withdrawals, 0),
    exposureLeft: exposure.left,
    openOrders: used.orders,
    productsOff: [...productsOff],
  };
}

async function readUse(reader: Reader, userId: UserId, nowMs: number) {
  const [row] = await rowsOf<{ withdrawals: number; orders: number }>(
    reader,
    sql`select
        ${requestsOfDay(sql`${userId}::integer`, nowMs)} as withdrawals,
        coalesce((select max(n)::int from (select count(*) as n from spot_orders o
          where o.user_id = ${userId} and o.status = 'waiting' group by o.market_id) counted), 0) as orders`,
  );
  return row ?? { withdrawals: 0, orders: 0 };
}
