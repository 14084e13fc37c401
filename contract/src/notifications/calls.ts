/** The message centre: what happened to the user's own money and account, told in his language (ours). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, field, flag, instant, wireObject, wireRequest } from '../codec.ts';

/** What messages, and pushes, are sorted by; each can be had or left. */
export const MESSAGE_CATEGORIES = [
  'alerts',
  'fills',
  'options',
  'contracts',
  'trust',
  'offers',
  'deposits',
  'withdrawals',
  'rebates',
  'security',
  'support',
] as const;
export const messageCategory = z.enum(MESSAGE_CATEGORIES);
export type MessageCategory = z.output<typeof messageCategory>;

/** The most messages of one answer. */
export const MESSAGES_PAGE_MAX = 50;

const message = wireObject({
  /** Of what it tells: `order:17`. */
  id: field('id', z.string()),
  category: field('category', messageCategory),
  /** What happened, without amounts, prices and addresses. */
  title: field('title', z.string()),
  /** The same with its figures. */
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
    /** `next` of the answer before. */
    before: field('before', z.optional(z.string().check(z.maxLength(128)))),
    limit: field('limit', z.optional(count)),
  }),
  answer: wireObject({
    messages: field('list', z.array(message)),
    /** To be sent as `before` for what is older; null at the end. */
    next: field('next', z.nullable(z.string())),
    /** Of all categories, 99 at most. */
    unread: field('unread', count),
  }),
});

/** Never goes back: an earlier instant than the one told before changes nothing. */
export const readMessages = defineCall({
  method: 'POST',
  path: 'messages/read',
  isOwn: true,
  access: 'user',
  summary: 'Say until when messages were read; answers how many are unread.',
  request: wireRequest({ until: field('until', instant) }),
  answer: wireObject({ unread: field('unread', count) }),
});
