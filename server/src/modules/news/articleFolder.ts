/** The folder of an article: `<language>.md` and the pictures beside them. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import sharp from 'sharp';
import { parse, YAMLParseError } from 'yaml';
import * as z from 'zod/mini';
import { LANGUAGES, type Language } from '@halyard/contract/languages';
import { HELP_SECTIONS } from '@halyard/contract/news/calls';

/** An article ready to be published. */
export type RenderedArticle = {
  readonly slug: string;
  readonly head: ArticleHead;
  readonly cover: string | undefined;
  readonly texts: readonly {
    readonly language: Language;
    readonly title: string;
    readonly summary: string;
    readonly html: string;
  }[];
  readonly digest: string;
};

/** Public path of article pictures, and their folder below the data folder. */
export const PICTURES_PATH = '/content';
export const PICTURES_FOLDER = 'content';

const SLUG = /^[a-z0-9][a-z0-9-]{1,60}$/;
const PICTURE_FILE = /\.(png|jpe?g|webp)$/i;
/** Wider than any phone shows. */
const PICTURE_WIDTH_MAX = 1280;

/** An article's folder after its files were read; `render` makes the published article. */
export type ArticleFolder = {
  readonly slug: string;
  /** SHA-256 over all files: another digest is another version. */
  readonly digest: string;
  /**
   * Encodes the pictures again below `dataDir`, so that only their pixels are served, and renders the texts. Throws
   * {@link ArticleError} that names the fault.
   */
  render(dataDir: string): Promise<RenderedArticle>;
};

/** Reads the files of a folder. Throws {@link ArticleError}. */
export async function openArticleFolder(folder: string): Promise<ArticleFolder> {
  const slug = basename(folder);
  if (!SLUG.test(slug)) throw new ArticleError(`«${slug}» is no name: small letters, figures and hyphens`);
  const names = (await namesIn(folder)).toSorted();
  const files = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
  const hash = createHash('sha256');
  for (const [name, content] of files) hash.update(`${name}\0${content.length}\0`).update(content);
  const digest = hash.digest('hex');
  return {
    slug,
    digest,
    render: async (dataDir) => ({ slug, digest, ...(await renderFiles({ folder, files }, dataDir)) }),
  };
}

type Files = { readonly folder: string; readonly files: ReadonlyMap<string, Buffer> };

async function renderFiles(
  { folder, files }: Files,
  dataDir: string,
): Promise<Omit<RenderedArticle, 'slug' | 'digest'>> {
  const { head, words } = readArticleSource(textsOf(files));
  const names = [...files.keys()].filter((name) => PICTURE_FILE.test(name));
  const pictures = await savePictures(
    names.map((name) => join(folder, name)),
    dataDir,
  );
  const cover = head.cover === undefined ? undefined : pictures.get(head.cover);
  if (head.cover !== undefined && cover === undefined) throw new ArticleError(`there is no picture ${head.cover}`);
  const texts = [...words].map(([language, { title, summary, body }]) => ({
    language,
    title,
    summary,
    html: renderArticle(body, (file) => pictures.get(file)),
  }));
  return { head, cover: cover?.path, texts };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
  } catch {
    throw new ArticleError(`the folder ${folder} can not be read`);
  }
}

function textsOf(bytes: ReadonlyMap<string, Buffer>): ReadonlyMap<Language, string> {
  return new Map(
    LANGUAGES.flatMap((language) => {
      const file = bytes.get(`${language}.md`);
      return file === undefined ? [] : [[language, file.toString('utf8')] as const];
    }),
  );
}

async function savePictures(paths: readonly string[], dataDir: string): Promise<ReadonlyMap<string, ArticlePicture>> {
  if (paths.length > 0) await mkdir(join(dataDir, PICTURES_FOLDER), { recursive: true });
  return new Map(
    await Promise.all(paths.map(async (path) => [basename(path), await savePicture(path, dataDir)] as const)),
  );
}

// By its path: decoders are called on files (`modules/uploads/pictures.ts`).
async function savePicture(path: string, dataDir: string): Promise<ArticlePicture> {
  const made = await sharp(path)
    .rotate()
    .resize({ width: PICTURE_WIDTH_MAX, withoutEnlargement: true })
    .webp()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new ArticleError(`${basename(path)} is no picture that can be read`);
    });
  const file = `${createHash('sha256').update(made.data).digest('hex')}.webp`;
  await writeFile(join(dataDir, PICTURES_FOLDER, file), made.data);
  return { path: `${PICTURES_PATH}/${file}`, width: made.info.width, height: made.info.height };
}

// Source of an article: one Markdown file for each language with a head in YAML, pictures beside them.

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
type ArticleHead = z.output<typeof head>;
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

// Markdown to the stored HTML.

/** A picture of an article as it is served. Sizes in px. */
type ArticlePicture = { readonly path: string; readonly width: number; readonly height: number };

const TAGS = ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];
const MORE_TAGS = ['blockquote', 'code', 'pre', 'img', 'hr', 'br'];

/** A page of the app, by its address: `#/pages/...`. */
const APP_ROUTE = /^#\/[\w/?=&%.-]*$/;

/**
 * The HTML of an article's Markdown. Leaves out what is not allowed: scripts, styles, forms, frames, foreign pictures,
 * links to anything but https and routes of the app. `pictureOf` returns the picture of a file name. Throws {@link
 * ArticleError} for a missing picture.
 */
export function renderArticle(markdown: string, pictureOf: (file: string) => ArticlePicture | undefined): string {
  const html = marked.parse(markdown, { async: false, gfm: true });
  return sanitizeHtml(html, {
    allowedTags: [...TAGS, ...MORE_TAGS],
    allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt', 'width', 'height', 'loading'] },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: {
      h1: 'h2',
      a: (tagName, { href = '' }) => ({ tagName, attribs: linkOf(href) }),
      img: (tagName, { src = '', alt = '' }) => ({ tagName, attribs: pictureAttributes(src, alt, pictureOf) }),
    },
  });
}

function linkOf(href: string): Record<string, string> {
  if (APP_ROUTE.test(href)) return { href };
  // Another site gets no referrer, and no access to the app's window.
  return href.startsWith('https://') ? { href, rel: 'noopener noreferrer', target: '_blank' } : {};
}

function pictureAttributes(
  file: string,
  alt: string,
  pictureOf: (file: string) => ArticlePicture | undefined,
): Record<string, string> {
  const picture = pictureOf(file);
  if (picture === undefined) throw new ArticleError(`there is no picture ${file}`);
  const { path, width, height } = picture;
  return { src: path, alt, width: String(width), height: String(height), loading: 'lazy' };
}
