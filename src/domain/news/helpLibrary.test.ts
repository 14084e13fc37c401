// Help is found by words of title, summary and text, in all eight languages and in the bundled articles. Speed:
// bench/search.bench.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { LANGUAGES, LOCALES, type Language } from '@halyard/contract/languages';
import type { ArticleId } from '@halyard/contract/ids';
import { isThorough } from '@halyard/contract/testing/thorough';
import { createHelpIndex, type HelpText, splitByLetters, wordsIn } from './helpLibrary.ts';

const SLUGS = readdirSync('content/help');
const HEAD = /^---\n[\s\S]*?title: (.*)\n[\s\S]*?summary: (.*)\n[\s\S]*?---\n([\s\S]*)$/;

function articlesIn(language: Language): readonly HelpText[] {
  return SLUGS.map((slug, place) => {
    const [, title = '', summary = '', text = ''] =
      HEAD.exec(readFileSync(`content/help/${slug}/${language}.md`, 'utf8')) ?? [];
    return { id: place as ArticleId, title, summary, text };
  });
}

function indexOf(language: Language, articles: readonly HelpText[] = articlesIn(language)) {
  const index = createHelpIndex(language);
  for (const article of articles) index.put(article);
  return index;
}

/** One index per language: building one takes a second of processor time. */
const indexes = new Map<Language, ReturnType<typeof indexOf>>();

function slugsFor(language: Language, query: string) {
  const index = indexes.get(language) ?? indexOf(language);
  indexes.set(language, index);
  return index.search(query).map((id) => SLUGS[id]);
}

describe('an article', () => {
  it.each([
    ['en', 'install', 'install-the-app'],
    ['en', 'instal', 'install-the-app'],
    ['en', 'BANK deposit', 'deposit-by-bank'],
    ['en', 'widraw bank', 'withdraw-to-a-bank'],
    ['en', 'how do I deposit by bank?', 'deposit-by-bank'],
    ['esp', 'instalacion', 'install-the-app'],
    ['esp', 'retirar banco', 'withdraw-to-a-bank'],
    ['vnm', 'nap tien ngan hang', 'deposit-by-bank'],
    ['vnm', 'Cài đặt', 'install-the-app'],
    ['zh', '充值', 'deposit-by-chain'],
    ['zh', '安装', 'install-the-app'],
    ['hk', '安裝', 'install-the-app'],
    ['jp', '入金', 'deposit-by-bank'],
    ['jp', 'インストール', 'install-the-app'],
    ['kr', '입금', 'deposit-by-bank'],
    ['kr', '설치', 'install-the-app'],
    ['th', 'ติดตั้ง', 'install-the-app'],
    ['th', 'ถอน ธนาคาร', 'withdraw-to-a-bank'],
  ] as const)('in %s is found by «%s» among the first', (language, query, slug) => {
    expect(slugsFor(language, query).slice(0, 4)).toContain(slug);
  });

  it('is found by its title before its text', () => {
    const about = (id: number, title: string, text: string) => ({ id: id as ArticleId, title, summary: '', text });
    const index = indexOf('en', [about(1, 'Fees', 'Of a transfer'), about(2, 'Transfers', 'Without fees')]);
    expect(index.search('transfer')).toEqual([2, 1]);
    expect(index.search('fees')).toEqual([1, 2]);
  });

  it('is found by all words before some, and by some when none has all', () => {
    const about = (id: number, text: string) => ({ id: id as ArticleId, title: '', summary: '', text });
    const index = indexOf('en', [about(1, 'red sails'), about(2, 'blue sails'), about(3, 'masts')]);
    expect(index.search('blue sails')).toEqual([2]);
    expect(new Set(index.search('blue masts'))).toEqual(new Set([2, 3]));
    expect(index.search('anchor')).toEqual([]);
    expect(index.search(' ')).toEqual([]);
  });

  it('is found in its current version, and not after its removal', () => {
    const index = indexOf('en', [{ id: 1 as ArticleId, title: 'Old', summary: '', text: '' }]);
    index.put({ id: 1 as ArticleId, title: 'New', summary: '', text: '' });
    expect([index.search('old'), index.search('new')]).toEqual([[], [1]]);
    index.remove(1 as ArticleId);
    index.remove(1 as ArticleId);
    expect(index.search('new')).toEqual([]);
  });

  it('is found after any number of re-reads, with nothing left to clean up', () => {
    const sweeping = vi.spyOn(globalThis, 'setTimeout');
    const index = createHelpIndex('en');
    for (let round = 0; round < 2; round += 1) for (const article of articlesIn('en')) index.put(article);
    expect(index.search('install').map((id) => SLUGS[id])).toContain('install-the-app');
    expect(new Set(index.search('halyard')).size).toBe(index.search('halyard').length);
    expect(sweeping).not.toHaveBeenCalled();
  });
});

// Splitting 330 articles into words takes seconds: by default one language with spaces and one without.
it.each(isThorough ? LANGUAGES : (['en', 'th'] as const))(
  'a title in %s is found among ten times as many articles',
  (language) => {
    const articles = Array.from({ length: 10 }, (_, round) =>
      articlesIn(language).map((article) => ({ ...article, id: (article.id + round * SLUGS.length) as ArticleId })),
    ).flat();
    const found = indexOf(language, articles).search(articles[0]?.title ?? '');
    expect(found.slice(0, 10).map((id) => id % SLUGS.length)).toEqual(Array.from({ length: 10 }, () => 0));
  },
);

describe('words', () => {
  it('are separated also in scripts without spaces', () => {
    expect(wordsIn(LOCALES.th)('ฝากเงินผ่านธนาคาร').length).toBeGreaterThan(2);
    expect(wordsIn(LOCALES.jp)('銀行で入金する').length).toBeGreaterThan(2);
    expect(wordsIn(LOCALES.zh)('通过银行充值')).toContain('银行');
  });

  it('are compared without accents, case and full-width forms', () => {
    expect(wordsIn(LOCALES.esp)('¿Cómo Retirar?')).toEqual(['como', 'retirar']);
    expect(wordsIn(LOCALES.vnm)('Đặt lệnh')).toEqual(['dat', 'lenh']);
    expect(wordsIn(LOCALES.jp)('ＢＴＣ')).toEqual(['btc']);
  });

  it('are pairs of letters when the browser cannot segment', () => {
    expect(splitByLetters('银行充值 by bank 2')).toEqual(['银行', '行充', '充值', 'by', 'bank', '2']);
    expect(splitByLetters('ฝาก')).toEqual(['ฝา', 'าก']);
    expect(splitByLetters('!')).toEqual([]);
  });
});
