/** Web push (RFC 8030, 8291, 8292) of the events of the message centre (ours). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { field, formFlag, noParameters, wireObject, wireRequest } from '../codec.ts';
import { MESSAGE_CATEGORIES, messageCategory, type MessageCategory } from './calls.ts';

/** Categories as words between commas, in any order; no word for none. */
const categories = z.codec(z.string().check(z.maxLength(256)), z.array(messageCategory), {
  decode: (words, context) => {
    const named = words.split(',').filter((word) => word !== '');
    const known = MESSAGE_CATEGORIES.filter((category) => named.includes(category));
    if (known.length === new Set(named).size) return known;
    context.issues.push({ code: 'custom', message: 'not a category', input: words, continue: false });
    return z.NEVER;
  },
  encode: (list: readonly MessageCategory[]) => list.join(','),
});

export const getPushKey = defineCall({
  method: 'GET',
  path: 'push/key',
  isOwn: true,
  summary: "The exchange's VAPID key, to subscribe with: an uncompressed point of P-256 in base64url.",
  request: noParameters,
  answer: wireObject({ publicKey: field('public_key', z.string()) }),
});

const endpoint = z.url().check(z.maxLength(1024));

/**
 * One subscription a browser; the same endpoint again changes what it gets, and a session that ends takes its
 * subscription along. The endpoint with the keys of the browser is the caller's from then on, whoever had it; with
 * other keys it takes nothing from anybody. Errors: PUSH_SERVICE_UNKNOWN, PUSH_SUBSCRIPTIONS_TOO_MANY {max}.
 */
export const subscribePush = defineCall({
  method: 'POST',
  path: 'push/subscribe',
  isOwn: true,
  access: 'user',
  summary: 'Have events of these categories pushed to this browser.',
  request: wireRequest({
    endpoint: field('endpoint', endpoint),
    /** Of the browser, base64url, as `PushSubscription.toJSON` has them. */
    publicKey: field('p256dh', z.string().check(z.maxLength(128))),
    secret: field('auth', z.string().check(z.maxLength(64))),
    categories: field('categories', categories),
    language: field('lang', z.optional(z.string().check(z.maxLength(16)))),
    /** With hidden balances no amount leaves the exchange. */
    hidesAmounts: field('hides_amounts', z.optional(formFlag)),
  }),
  answer: wireObject({ categories: field('categories', categories) }),
});

export const unsubscribePush = defineCall({
  method: 'POST',
  path: 'push/unsubscribe',
  isOwn: true,
  access: 'user',
  summary: 'Have nothing pushed to this browser any more. Says the same when nothing was.',
  request: wireRequest({ endpoint: field('endpoint', endpoint) }),
  answer: z.string(),
});

/** What a pushed message carries, as JSON; the worker shows it. */
export const pushedMessage = z.object({
  id: z.string(),
  category: messageCategory,
  title: z.string(),
  /** Empty with hidden balances. */
  text: z.string(),
  /** A route of the app. */
  link: z.string(),
  /** Unread messages of all categories, for the badge. */
  unread: z.int(),
});
export type PushedMessage = z.output<typeof pushedMessage>;
