/**
 * Every file of texts, by language and namespace. Each is a chunk of its own, loaded when first needed: one namespace a
 * feature, `common` for the shared components, `forms` for those of them that every page but the first one may use,
 * `chart` for the K-line chart, `shell` for what surrounds the pages, `messages` for errors and notices, which the
 * server speaks as well.
 */
import type { Language } from '@halyard/contract/languages';

/** Nested texts by key. */
export type Texts = { readonly [key: string]: string | Texts };

/** Loads one file. */
export type Loader = () => Promise<Texts>;

// What the first page shows. The list of all others is long, and loaded with the first of them, by language.
const startFiles = import.meta.glob<Texts>(['./*/common.json', './*/shell.json', './*/home.json'], {
  import: 'default',
});

const messages: Readonly<Record<Language, () => Promise<{ default: Texts }>>> = {
  en: () => import('@halyard/contract/messages/en'),
  zh: () => import('@halyard/contract/messages/zh'),
  hk: () => import('@halyard/contract/messages/hk'),
  jp: () => import('@halyard/contract/messages/jp'),
  kr: () => import('@halyard/contract/messages/kr'),
  esp: () => import('@halyard/contract/messages/esp'),
  th: () => import('@halyard/contract/messages/th'),
  vnm: () => import('@halyard/contract/messages/vnm'),
};

const pageTexts = import.meta.glob<Readonly<Record<string, Loader>>>('./*/pageTexts.ts', { import: 'PAGE_TEXTS' });

/** Loads the texts of a namespace. Throws when there is no such file, or when it cannot be fetched. */
export async function loadTexts(language: Language, namespace: string): Promise<Texts> {
  if (namespace === 'messages') return (await messages[language]()).default;
  const listed = async () => (await pageTexts[`./${language}/pageTexts.ts`]?.())?.[`./${namespace}.json`];
  const load = startFiles[`./${language}/${namespace}.json`] ?? (await listed());
  if (load === undefined) throw new Error(`no texts for ${language}/${namespace}`);
  return load();
}
