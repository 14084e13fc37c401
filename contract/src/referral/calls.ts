/** Referral (`wire-facts` 2.10; products.md 5): the own code, who came by it, and what of their fees came back. */
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
/** Where one registers. The link is this with `?code=` and the code. */
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
  summary: "What the user's poster says: his invitation code and where it leads.",
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
  /** Rebates by what they were worth in USDT when they were paid. */
  total: field('total', decimalWire),
  /** The user's own id where it is he, and 0 of everybody else. */
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
  /** Whom he invited himself. */
  friends: field('invite_num', count),
  /** In USDT, at payment. */
  paidWorth: field('invite_return_total', decimalWire),
  rateSum: field('total_return_rate', legacyPercent),
  ...rates,
  // Ours
  identity: field('identity', z.enum(['user', 'partner'])),
  /** The rates that begin next, and when; null when none are announced. */
  next: field('next_rates', z.nullable(wireObject({ ...rates, from: field('from', instant) }))),
  /** How many were invited by the user, by those, and by those again. */
  generations: field('generations', z.array(count)),
  paid: field('paid', z.array(currencyValue)),
  /** Of days that are over: what is paid next, and what waits until both sides are verified. */
  due: field('due', z.array(currencyValue)),
  waiting: field('waiting', z.array(currencyValue)),
  /** When rebates are paid next. */
  nextPaymentAt: field('next_payment_at', instant),
  /** Whether others may see him in the ranking. */
  isRanked: field('is_ranked', flag),
  /** Where inviting for money is not allowed: nothing invites, and what came is shown. */
  hidesIncentives: field('hides_incentives', flag),
});
/** Everything about the user's invitations. */
export type Invitation = z.output<typeof invitation>;

export const getInvitation = defineCall({
  method: 'GET',
  path: 'user/invite',
  access: 'user',
  summary: "The user's invitation code, its rates, and what came of it.",
  request: noParameters,
  answer: invitation,
});

/** Empty while nobody has got anything. Errors: RANGE_INVALID when `time` is no date. */
export const getRanking = defineCall({
  method: 'POST',
  path: 'user/invite_list',
  access: 'user',
  summary: 'The ten who got most, by USDT worth at payment; of equal ones who got there first.',
  request: wireRequest({
    /** UTC date: what was paid on it or later. */
    from: field('time', z.optional(z.string())),
  }),
  answer: z.array(ranked),
});

const friend = wireObject({
  /** Masked. */
  account: field('account', z.string()),
  /** When he registered. */
  time: field('time', legacyTime),
});
/** Somebody whom the user invited himself. */
export type Friend = z.output<typeof friend>;

/** `banned`: his account is closed for him. */
export const friendStatus = code({ active: 0, banned: 1, all: 2 });

export const listFriends = defineCall({
  method: 'POST',
  path: 'user/my_invite_list',
  access: 'user',
  summary: 'Whom the user invited himself, newest first.',
  request: wireRequest({ ...pageRequest, status: field('status', z.optional(friendStatus)) }),
  answer: wireObject({ rows: field('data', z.array(friend)), total: field('total', count) }),
});

const rebate = wireObject({
  /** Whose fees they were; masked. */
  from: field('from_account_number', z.string()),
  value: field('value', decimalWire),
  currency: field('currency_name', z.string()),
  /** When it was paid. */
  createdAt: field('created_time', legacyTime),
  // Ours
  id: field('id', count),
  /** UTC, of the fees. */
  day: field('day', z.iso.date()),
  /** From 1: the user invited him himself. */
  generation: field('generation', count),
  /** What he paid on that day in this currency. */
  fees: field('fee', decimalWire),
  /** Percent. */
  rate: field('rate', decimalWire),
});
/** A rebate that was paid. */
export type Rebate = z.output<typeof rebate>;

/** `time` is a UTC date: what was paid on it or later. Errors: RANGE_INVALID when it is none. */
export const listRebates = defineCall({
  method: 'POST',
  path: 'user/my_account_return',
  access: 'user',
  summary: 'Rebates that the user got, newest first.',
  request: wireRequest({ ...pageRequest, from: field('time', z.optional(z.string())) }),
  answer: wireObject({ rows: field('data', z.array(rebate)), total: field('total', count) }),
});

/** Ours: leaves the ranking, or comes back. */
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
 * All rebates that were paid as one CSV file, newest first: GET with `Authorization`. `text/csv` without an envelope; a
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
