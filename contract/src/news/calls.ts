/** Notices, banners, help, and the address of customer service. All public. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { code, count, legacyTime, field, flag, instant, noParameters, wireObject, wireRequest } from '../codec.ts';
import { articleId } from '../ids.ts';
import { countedList, pageRequest } from '../paging.ts';

export const articleKind = code({ notice: 4, banner: 5, help: 19 });
export type ArticleKind = z.output<typeof articleKind>;

/** Sections of the help, in this order. */
export const HELP_SECTIONS = [
  'start',
  'deposits',
  'withdrawals',
  'trading',
  'products',
  'security',
  'app',
  'fairness',
] as const;
const helpSection = z.enum(HELP_SECTIONS);
export type HelpSection = z.output<typeof helpSection>;

const rowFields = {
  id: field('id', articleId),
  kind: field('c_id', articleKind),
  /** Language of the text: English where the article has none in the requested language. */
  language: field('lang', z.string()),
  title: field('title', z.string()),
  summary: field('abstract', z.string()),
  /** The path of a picture on the site. */
  cover: field('cover', z.nullable(z.string())),
  thumbnail: field('thumbnail', z.optional(z.nullable(z.string()))),
  createdAt: field('create_time', legacyTime),
  sort: field('sorts', count),
  // Ours
  updatedAt: field('updated_at', z.optional(instant)),
  /** A stable name. */
  slug: field('slug', z.optional(z.string())),
  section: field('section', z.optional(z.nullable(helpSection))),
  /** A route of the app that a banner opens. */
  link: field('link', z.optional(z.nullable(z.string()))),
  isPinned: field('pinned', z._default(flag, false)),
} as const;

const articleRow = wireObject(rowFields);
/** An article without its content. */
export type ArticleRow = z.output<typeof articleRow>;

const article = wireObject({
  ...rowFields,
  author: field('author', z.string()),
  /**
   * HTML that is safe to show: no scripts, no styles, links to https and to routes of the app, pictures of this site.
   */
  content: field('content', z.string()),
});
/** An article. */
export type Article = z.output<typeof article>;

const language = z.optional(z.string().check(z.maxLength(16)));

// Other servers of the protocol have more kinds.
const noKind = z.codec(z.union([count, z.literal('')]), z.null(), { decode: () => null, encode: () => 0 });

export const listArticles = defineCall({
  method: 'POST',
  path: 'news/list',
  summary: 'Articles of a kind: pinned ones first, then in their order, the newest first.',
  request: wireRequest({
    /** Null is a kind that has no articles here. */
    kind: field('c_id', z.union([articleKind, noKind])),
    /** The language of the request where it is missing. */
    language: field('lang', language),
    ...pageRequest,
  }),
  answer: countedList(articleRow),
});

/** Errors: ARTICLE_NOT_FOUND; PARAMETER_INVALID unless exactly one of id and name is given. */
export const getArticle = defineCall({
  method: 'POST',
  path: 'news/detail',
  summary: 'One article with its content, by its id or its name.',
  request: wireRequest({
    id: field('id', z.optional(articleId)),
    /** Ours: ids differ between exchanges, names do not. */
    slug: field('slug', z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,60}$/)))),
    language: field('lang', language),
  }),
  answer: article,
});

export const getCustomerUrl = defineCall({
  method: 'POST',
  path: 'set/get_customer_url',
  summary: 'Where customer service is reached outside of the app; empty when it is reached by chat.',
  request: noParameters,
  answer: wireObject({ customerUrl: field('customer_url', z.string()) }),
});
