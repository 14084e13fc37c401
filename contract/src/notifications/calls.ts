/** Message centre and web push: events of the user's money and account, in the user's language (ours). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, field, flag, instant, wireObject, wireRequest, formFlag, noParameters } from '../codec.ts';
import { PRODUCTS } from '../products.ts';

/** Categories of messages and pushes; each can be turned off. */
export const MESSAGE_CATEGORIES = [
  'alerts',
  // Several subjects may share a category.
  ...new Set(PRODUCTS.flatMap(({ messages }) => messages.map(({ category }) => category))),
  'deposits',
  'withdrawals',
  'security',
  'support',
] as const;
export const messageCategory = z.enum(MESSAGE_CATEGORIES);
export type MessageCategory = z.output<typeof messageCategory>;

/** The most messages of one answer. */
export const MESSAGES_PAGE_MAX = 50;

const message = wireObject({
  /** Names the event: `order:17`. */
  id: field('id', z.string()),
  category: field('category', messageCategory),
  /** The event without amounts, prices and addresses. */
  title: field('title', z.string()),
  /** The event with its figures. */
  text: field('text', z.string()),
  /** A route of the app that shows it. */
  link: field('link', z.string()),
  createdAt: field('created_at', instant),
  isRead: field('is_read', flag),
});
/** A message of the message centre. */
export type OwnMessage = z.output<typeof message>;

export const listMessages = defineCall({
  method: 'POST',
  path: 'messages/list',
  isOwn: true,
  access: 'user',
  summary: "The user's own events, the newest first, in the language of the request.",
  request: wireRequest({
    category: field('category', z.optional(messageCategory)),
    /** `next` of the previous answer. */
    before: field('before', z.optional(z.string().check(z.maxLength(128)))),
    limit: field('limit', z.optional(count)),
  }),
  answer: wireObject({
    messages: field('list', z.array(message)),
    /** Sent as `before` for older messages; null at the end. */
    next: field('next', z.nullable(z.string())),
    /** Of all categories, 99 at most. */
    unread: field('unread', count),
  }),
});

/** Never moves back: an earlier instant than the last one changes nothing. */
export const readMessages = defineCall({
  method: 'POST',
  path: 'messages/read',
  isOwn: true,
  access: 'user',
  summary: 'Say until when messages were read; answers how many are unread.',
  request: wireRequest({ until: field('until', instant) }),
  answer: wireObject({ unread: field('unread', count) }),
});

// Web push (RFC 8030, 8291, 8292) of the events of the message centre.

/** Categories as words between commas, in any order; empty for none. */
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
 * Stores one subscription a browser. The same endpoint again changes its settings, and it ends with its session. The
 * endpoint with the same browser keys moves to the caller, whichever user had it; with other keys it takes nothing from
 * another user. Errors: PUSH_SERVICE_UNKNOWN, PUSH_SUBSCRIPTIONS_TOO_MANY {max}.
 */
export const subscribePush = defineCall({
  method: 'POST',
  path: 'push/subscribe',
  isOwn: true,
  access: 'user',
  summary: 'Have events of these categories pushed to this browser.',
  request: wireRequest({
    endpoint: field('endpoint', endpoint),
    /** Of the browser, base64url, as in `PushSubscription.toJSON`. */
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

/** Payload of a pushed message, as JSON; the service worker shows it. */
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
