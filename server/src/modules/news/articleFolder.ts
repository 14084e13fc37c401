/** The folder of an article: `<language>.md` and the pictures beside them. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { LANGUAGES, type Language } from '@halyard/contract/languages';
import { ArticleError, readArticleSource, type ArticleHead } from './articleSource.ts';
import { renderArticle, type ArticlePicture } from './renderArticle.ts';

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
