/** Source of an article: one Markdown file for each language with a head in YAML, pictures beside them. */
import { parse, YAMLParseError } from 'yaml';
import * as z from 'zod/mini';
import { HELP_SECTIONS } from '@halyard/contract/news/calls';
import { LANGUAGES, type Language } from '@halyard/contract/languages';

/** Fault of an article, in one line for its author. */
export class ArticleError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ArticleError';
  }
}

const TITLE_MAX = 120;
const SUMMARY_MAX = 300;
const BODY_MAX = 50_000;
const SORT_MAX = 10_000;

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

const wordsHead = z.object({ title: text(TITLE_MAX), summary: text(SUMMARY_MAX) });
const head = z.object({
  kind: z.enum(['notice', 'banner', 'help']),
  section: z.optional(z.enum(HELP_SECTIONS)),
  sort: z._default(z.int().check(z.minimum(0), z.maximum(SORT_MAX)), 0),
  pinned: z._default(z.boolean(), false),
  /** A route of the app. */
  link: z.optional(z.string().check(z.regex(/^\/pages\/[\w/-]+(\?[\w=&%.-]*)?$/))),
  /** The date of the article, UTC; the day of its first publication when missing. */
  date: z.optional(z.iso.date()),
  author: z._default(text(TITLE_MAX), 'Halyard'),
  /** The file name of a picture beside it. */
  cover: z.optional(z.string().check(z.regex(/^[\w.-]+$/))),
});

/** Fields of an article that are the same in all languages. */
export type ArticleHead = z.output<typeof head>;
/** An article in one language; the body is Markdown. */
export type ArticleWords = { readonly title: string; readonly summary: string; readonly body: string };
export type ArticleSource = {
  readonly head: ArticleHead;
  readonly words: ReadonlyMap<Language, ArticleWords>;
};

const FILE = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/;

/**
 * Parses the files of an article by language. English must be among them; its head has the common fields. Throws {@link
 * ArticleError}.
 */
export function readArticleSource(files: ReadonlyMap<Language, string>): ArticleSource {
  const english = files.get('en');
  if (english === undefined) throw new ArticleError('en.md is missing');
  const words = new Map(
    LANGUAGES.flatMap((language) => {
      const file = files.get(language);
      return file === undefined ? [] : [[language, wordsOf(file, language)] as const];
    }),
  );
  return { head: parseHead(head, headOf(split(english, 'en')[0], 'en'), 'en'), words };
}

function wordsOf(file: string, language: Language): ArticleWords {
  const [yaml, body] = split(file, language);
  if (body.trim() === '') throw new ArticleError(`${language}.md has no text`);
  if (body.length > BODY_MAX) throw new ArticleError(`${language}.md has more than ${BODY_MAX} characters`);
  return { ...parseHead(wordsHead, headOf(yaml, language), language), body };
}

function split(file: string, language: Language): readonly [yaml: string, body: string] {
  const [, yaml, body] = FILE.exec(file) ?? [];
  if (yaml === undefined || body === undefined)
    throw new ArticleError(`${language}.md has no head between lines of ---`);
  return [yaml, body];
}

function headOf(yaml: string, language: Language): unknown {
  try {
    return parse(yaml);
  } catch (error) {
    if (error instanceof YAMLParseError)
      throw new ArticleError(`the head of ${language}.md: ${error.message.split('\n')[0]}`);
    throw error;
  }
}

function parseHead<S extends z.core.$ZodType>(schema: S, found: unknown, language: Language): z.output<S> {
  const parsed = z.safeParse(schema, found);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ArticleError(`the head of ${language}.md: «${issue?.path.join('.') ?? ''}» is missing or wrong`);
}
