/** A user's invitations, as calls answer them. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { CurrencyValue, Friend, Invitation, Poster, Ranked } from '@halyard/contract/referral/calls';
import { add, decimal, ZERO } from '@halyard/contract/money';
import {
  GENERATIONS,
  maskAccount,
  type InviterKind,
  type RebateRates,
  RANKS_MAX,
} from '@halyard/contract/referral/rebates';
import { dateOf, startOfDate } from '@halyard/contract/time';
import { BusinessError } from '../../calls/callHandler.ts';
import type { Page } from '../../calls/paging.ts';
import { isoText, rowsOf, type Reader } from '../../db/database.ts';
import { decimalOrZero } from '../../db/decimals.ts';
import {
  firstUnpaidDay,
  hidesIncentives,
  isPartnerAt,
  nextPaymentMs,
  ratesOf,
  rebateVersions,
  versionOfDay,
  type Day,
} from './versions.ts';

const LEADERS = 3;
const NONE: RebateRates = [ZERO, ZERO, ZERO];
// The app's route, behind a hash as legacy clients expect.
const REGISTER = '/h5/#/pages/user/login/register';

/** Invitation code and link. `publicUrl` is the exchange's own address; without it the link is relative. */
export async function readPoster(reader: Reader, userId: UserId, publicUrl = ''): Promise<Poster> {
  const [row] = await rowsOf<{ invitationCode: string }>(
    reader,
    sql`select invitation_code as "invitationCode" from users where id = ${userId}`,
  );
  if (row === undefined) throw new BusinessError('NOT_LOGGED_IN');
  return { ...row, shareUrl: publicUrl + REGISTER, pictures: [] };
}

type Asked = { readonly publicUrl: string | undefined; readonly nowMs: number };

/** The whole page of a user's invitations. */
export async function readInvitation(reader: Reader, userId: UserId, { publicUrl, nowMs }: Asked): Promise<Invitation> {
  const { invitationCode, shareUrl } = await readPoster(reader, userId, publicUrl);
  const today = dateOf(nowMs);
  const kind = (await isPartnerAt(reader, userId, startOfDate(today))) ? 'partner' : 'user';
  const rates = await readRates(reader, kind, nowMs);
  const generations = await countGenerations(reader, userId);
  const hides = rates.version !== undefined && (await hidesIncentives(reader, userId, rates.version));
  const paid = await readPaid(reader, userId);
  return {
    invitationCode,
    shareUrl,
    banner: { image: '' },
    leaders: hides ? [] : await readRanking(reader, userId, { limit: LEADERS }),
    friends: generations[0] ?? 0,
    paidWorth: await readWorth(reader, userId),
    rateSum: add(...rates.now),
    ...ratesFields(rates.now),
    identity: kind,
    next: rates.next,
    generations,
    paid,
    ...(await readPending(reader, userId, nowMs)),
    nextPaymentAt: new Date(nextPaymentMs(nowMs)).toISOString(),
    isRanked: await readRanked(reader, userId),
    hidesIncentives: hides,
  };
}

async function readRates(reader: Reader, kind: InviterKind, nowMs: number) {
  const version = await versionOfDay(reader, dateOf(nowMs));
  const next = await rebateVersions.nextVersion(reader, nowMs);
  return {
    version,
    now: version === undefined ? NONE : ratesOf(version, kind),
    next: next === undefined ? null : { ...ratesFields(ratesOf(next, kind)), from: next.effectiveAt },
  };
}

function ratesFields([first, second, third]: RebateRates) {
  return { first, second, third };
}

/** Number of users in each generation. */
async function countGenerations(reader: Reader, userId: UserId): Promise<number[]> {
  const rows = await rowsOf<{ generation: number; count: number }>(
    reader,
    sql`with recursive invited (id, generation) as (
        select id, 1 from users where invited_by = ${userId}
        union all
        select u.id, i.generation + 1 from invited i join users u on u.invited_by = i.id
        where i.generation < ${GENERATIONS}::integer
      ) select generation, count(*)::integer as count from invited group by generation`,
  );
  const counts = new Map(rows.map(({ generation, count }) => [generation, count]));
  return Array.from({ length: GENERATIONS }, (_, index) => counts.get(index + 1) ?? 0);
}

async function readWorth(reader: Reader, userId: UserId) {
  const [row] = await rowsOf<{ worth: string }>(
    reader,
    sql`select worth::text as worth from rebate_ranks where user_id = ${userId}`,
  );
  return decimalOrZero(row?.worth);
}

async function readPaid(reader: Reader, userId: UserId): Promise<CurrencyValue[]> {
  const rows = await rowsOf<{ currency: string; value: string }>(
    reader,
    sql`select c.name as currency, sum(p.value)::text as value
      from rebate_payments p join currencies c on c.id = p.currency_id
      where p.user_id = ${userId} group by c.id order by c.sort, c.id`,
  );
  return rows.map(({ currency, value }) => ({ currency, value: decimal(value) }));
}

/** Rebates of ended days: due when both sides are verified, else waiting. */
async function readPending(reader: Reader, userId: UserId, nowMs: number) {
  const isVerified = (id: 'beneficiary_id' | 'payer_id') =>
    sql`exists (select 1 from identity_checks i
      where i.user_id = r.${sql.identifier(id)} and i.level = 'basic' and i.status = 'verified')`;
  const rows = await rowsOf<{ currency: string; value: string; isDue: boolean }>(
    reader,
    sql`select currency, sum(value)::text as value, "isDue" from (
        select c.name as currency, c.sort, c.id, r.value,
          ${isVerified('beneficiary_id')} and ${isVerified('payer_id')} as "isDue"
        from rebates r join currencies c on c.id = r.currency_id
        where r.beneficiary_id = ${userId} and r.payment_id is null and r.lapsed_at is null
          and r.day <= ${firstUnpaidDay(nowMs)}::date
      ) as pending group by currency, sort, id, "isDue" order by sort, id`,
  );
  const sumsOf = (wanted: boolean): CurrencyValue[] =>
    rows.filter(({ isDue }) => isDue === wanted).map(({ currency, value }) => ({ currency, value: decimal(value) }));
  return { due: sumsOf(true), waiting: sumsOf(false) };
}

/** The users that a user invited directly, newest first. */
export async function readFriends(reader: Reader, userId: UserId, { limit, offset }: Page): Promise<Friend[]> {
  const rows = await rowsOf<{ account: string; time: string }>(
    reader,
    sql`select coalesce(email, phone, '') as account, ${isoText(sql`date_trunc('second', created_at)`)} as time
      from users where invited_by = ${userId} order by id desc limit ${limit} offset ${offset}`,
  );
  return rows.map(({ account, time }) => ({ account: maskAccount(account), time }));
}

/** Number of directly invited users. */
export async function countFriends(reader: Reader, userId: UserId): Promise<number> {
  const [row] = await rowsOf<{ total: number }>(
    reader,
    sql`select count(*)::integer as total from users where invited_by = ${userId}`,
  );
  return row?.total ?? 0;
}

const NOBODY = 0 as UserId;

/** The top of the ranking, by payments since a day, or by all. */
export async function readRanking(
  reader: Reader,
  ownId: UserId,
  { from, limit = RANKS_MAX }: { readonly from?: Day | undefined; readonly limit?: number } = {},
): Promise<Ranked[]> {
  const all = sql`select user_id, worth, payment_id from rebate_ranks where is_ranked and worth > 0`;
  const since = sql`select p.user_id, sum(p.worth) as worth, max(p.id) as payment_id
    from rebate_payments p left join rebate_ranks k on k.user_id = p.user_id
    where p.paid_at >= ${from ?? null}::timestamptz and coalesce(k.is_ranked, true)
    group by p.user_id having sum(p.worth) > 0`;
  const rows = await rowsOf<{ id: UserId; account: string; total: string }>(
    reader,
    sql`select u.id, coalesce(u.email, u.phone, '') as account, r.worth::text as total
      from (select * from (${from === undefined ? all : since}) as ranks
        order by worth desc, payment_id limit ${limit}) as r
      join users u on u.id = r.user_id order by r.worth desc, r.payment_id`,
  );
  return rows.map(({ id, account, total }) => ({
    total: decimal(total),
    userId: id === ownId ? id : NOBODY,
    account: maskAccount(account),
  }));
}

/** Whether other users can see the user in the ranking. */
async function readRanked(reader: Reader, userId: UserId): Promise<boolean> {
  const [row] = await rowsOf<{ isRanked: boolean }>(
    reader,
    sql`select is_ranked as "isRanked" from rebate_ranks where user_id = ${userId}`,
  );
  return row?.isRanked ?? true;
}

/** Removes the user from the ranking or adds them again, at once. */
export async function writeRanked(reader: Reader, userId: UserId, isRanked: boolean): Promise<void> {
  await reader.execute(
    sql`insert into rebate_ranks (user_id, is_ranked) values (${userId}, ${isRanked})
      on conflict (user_id) do update set is_ranked = excluded.is_ranked`,
  );
}
