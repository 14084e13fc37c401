/** Referral: the user's code, the invited users, and the rebates of their fees (docs/product.md 6). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  code,
  count,
  decimalWire,
  legacyPercent,
  legacyTime,
  field,
  flag,
  formFlag,
  instant,
  noParameters,
  wireObject,
  wireRequest,
} from '../codec.ts';
import { userId } from '../ids.ts';
import { pageRequest } from '../paging.ts';

const invitationCode = field('extension_code', z.string());
/** Registration page. The link adds `?code=` and the code. */
const shareUrl = field('share_url', z.string());

/** The link of a code. */
export function linkOf({ shareUrl: url, invitationCode: own }: Pick<Poster, 'shareUrl' | 'invitationCode'>): string {
  return `${url}?code=${encodeURIComponent(own)}`;
}

const poster = wireObject({
  invitationCode,
  shareUrl,
  /** Always empty: our app draws the poster itself. */
  pictures: field('pics', z.array(wireObject({ id: field('id', count), picture: field('pic', z.string()) }))),
});
export type Poster = z.output<typeof poster>;

export const getPoster = defineCall({
  method: 'GET',
  path: 'user/my_poster',
  access: 'user',
  summary: "The user's poster: the invitation code and its link.",
  request: noParameters,
  answer: poster,
});

export const getShare = defineCall({
  method: 'GET',
  path: 'user/my_share',
  access: 'user',
  summary: 'Words to share the invitation with, in the language of the request.',
  request: noParameters,
  answer: wireObject({
    title: field('share_title', z.string()),
    content: field('share_content', z.string()),
    shareUrl,
    invitationCode,
  }),
});

const ranked = wireObject({
  /** Rebates by their worth in USDT at payment. */
  total: field('total', decimalWire),
  /** The user's own id on the user's own row, and 0 on all others. */
  userId: field('user_id', userId),
  /** Masked: `ab***yz`. */
  account: field('account', z.string()),
});
/** A row of the ranking. */
export type Ranked = z.output<typeof ranked>;

/** Percent of the fee, by generation. */
const rates = {
  first: field('return_rate1', legacyPercent),
  second: field('return_rate2', legacyPercent),
  third: field('return_rate3', legacyPercent),
} as const;

const currencyValue = wireObject({ currency: field('currency_name', z.string()), value: field('value', decimalWire) });
/** An amount of a currency. */
export type CurrencyValue = z.output<typeof currencyValue>;

const invitation = wireObject({
  invitationCode,
  shareUrl,
  banner: field('ad', wireObject({ image: field('image', z.string()) })),
  /** The first three of the ranking. */
  leaders: field('inviteList', z.array(ranked)),
  /** Users whom the caller invited directly. */
  friends: field('invite_num', count),
  /** In USDT, at payment. */
  paidWorth: field('invite_return_total', decimalWire),
  rateSum: field('total_return_rate', legacyPercent),
  ...rates,
  // Ours
  identity: field('identity', z.enum(['user', 'partner'])),
  /** The next rates and their start; null when none are announced. */
  next: field('next_rates', z.nullable(wireObject({ ...rates, from: field('from', instant) }))),
  /** Number of invited users by generation: direct, second and third. */
  generations: field('generations', z.array(count)),
  paid: field('paid', z.array(currencyValue)),
  /** Of past days: rebates that are paid next, and those that wait until both sides are verified. */
  due: field('due', z.array(currencyValue)),
  waiting: field('waiting', z.array(currencyValue)),
  /** When rebates are paid next. */
  nextPaymentAt: field('next_payment_at', instant),
  /** Whether other users may see this user in the ranking. */
  isRanked: field('is_ranked', flag),
  /** True where paid invitations are not allowed: nothing invites, and existing rebates are shown. */
  hidesIncentives: field('hides_incentives', flag),
});
/** All referral data of a user. */
export type Invitation = z.output<typeof invitation>;

export const getInvitation = defineCall({
  method: 'GET',
  path: 'user/invite',
  access: 'user',
  summary: "The user's invitation code, its rates and its rebates.",
  request: noParameters,
  answer: invitation,
});

/** Empty before the first rebate. Errors: RANGE_INVALID when `time` is not a date. */
export const getRanking = defineCall({
  method: 'POST',
  path: 'user/invite_list',
  access: 'user',
  summary: 'The ten users with the largest rebates, by USDT worth at payment; of equals the earliest first.',
  request: wireRequest({
    /** UTC date: rebates paid on it or later. */
    from: field('time', z.optional(z.string())),
  }),
  answer: z.array(ranked),
});

const friend = wireObject({
  /** Masked. */
  account: field('account', z.string()),
  /** Time of registration. */
  time: field('time', legacyTime),
});
/** A user whom the caller invited directly. */
export type Friend = z.output<typeof friend>;

/** `banned`: the account is blocked for the user. */
export const friendStatus = code({ active: 0, banned: 1, all: 2 });

export const listFriends = defineCall({
  method: 'POST',
  path: 'user/my_invite_list',
  access: 'user',
  summary: 'Whom the user invited directly, newest first.',
  request: wireRequest({ ...pageRequest, status: field('status', z.optional(friendStatus)) }),
  answer: wireObject({ rows: field('data', z.array(friend)), total: field('total', count) }),
});

const rebate = wireObject({
  /** Account that paid the fees; masked. */
  from: field('from_account_number', z.string()),
  value: field('value', decimalWire),
  currency: field('currency_name', z.string()),
  /** Time of payment. */
  createdAt: field('created_time', legacyTime),
  // Ours
  id: field('id', count),
  /** UTC, of the fees. */
  day: field('day', z.iso.date()),
  /** 1: invited directly by the user; then 2 and 3. */
  generation: field('generation', count),
  /** Fees of that day in this currency. */
  fees: field('fee', decimalWire),
  /** Percent. */
  rate: field('rate', decimalWire),
});
/** A paid rebate. */
export type Rebate = z.output<typeof rebate>;

/** `time` is a UTC date: rebates paid on it or later. Errors: RANGE_INVALID when it is not a date. */
export const listRebates = defineCall({
  method: 'POST',
  path: 'user/my_account_return',
  access: 'user',
  summary: 'Rebates that the user got, newest first.',
  request: wireRequest({ ...pageRequest, from: field('time', z.optional(z.string())) }),
  answer: wireObject({ rows: field('data', z.array(rebate)), total: field('total', count) }),
});

/** Ours: leaves the ranking, or joins it again. */
export const setRanked = defineCall({
  method: 'POST',
  path: 'user/invite_ranked',
  isOwn: true,
  access: 'user',
  summary: 'Whether others may see the user, masked, in the ranking.',
  request: wireRequest({ isRanked: field('is_ranked', formFlag) }),
  answer: wireObject({ isRanked: field('is_ranked', flag) }),
});

/**
 * Path of the CSV file of all paid rebates, newest first: GET with `Authorization`. `text/csv` without an envelope; a
 * refusal is JSON in envelope A.
 */
export const REBATES_CSV_PATH = 'user/rebates.csv';
export const REBATES_CSV_COLUMNS = [
  'paid_at',
  'day',
  'from',
  'generation',
  'fees',
  'rate',
  'rebate',
  'currency',
  'id',
] as const;
