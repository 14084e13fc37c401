// Parsing of an article's files: its head, the required English file, and errors that name the fault and its place.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '@halyard/contract/languages';
import { ArticleError, readArticleSource, renderArticle } from './articleFolder.ts';
import { CONTENT_FOLDER } from './newsRepository.ts';

const EN = '---\nkind: help\ntitle: Fees\nsummary: What a trade costs.\nsection: fairness\nsort: 3\n---\nText.\n';
const read = (en: string, more: readonly (readonly ['jp' | 'th', string])[] = []) =>
  readArticleSource(new Map([['en', en], ...more]));

describe('an article', () => {
  it('has the head of its English file and the texts of each', () => {
    const jp = '---\ntitle: 手数料\nsummary: 取引の費用。\n---\n本文。\n';
    const { head, words } = read(EN, [['jp', jp]]);
    expect(head).toEqual({ kind: 'help', section: 'fairness', sort: 3, pinned: false, author: 'Halyard' });
    expect(words.get('jp')).toEqual({ title: '手数料', summary: '取引の費用。', body: '本文。\n' });
    expect([...words.keys()]).toEqual(['en', 'jp']);
  });

  it('is read with the line ends of other systems', () => {
    expect(read(EN.replaceAll('\n', '\r\n')).words.get('en')?.title).toBe('Fees');
  });

  it.each([
    ['Text alone.', 'en.md has no head between lines of ---'],
    [EN.replace('title: Fees\n', ''), 'the head of en.md: «title» is missing or wrong'],
    [EN.replace('help', 'advert'), 'the head of en.md: «kind» is missing or wrong'],
    [EN.replace('sort: 3', 'sort: first'), 'the head of en.md: «sort» is missing or wrong'],
    [EN.replace('sort: 3', 'link: https://example.com'), 'the head of en.md: «link» is missing or wrong'],
    [EN.replace('sort: 3', 'cover: ../x.png'), 'the head of en.md: «cover» is missing or wrong'],
    [EN.replace('Text.', ''), 'en.md has no text'],
    [EN.replace('Text.', 'x'.repeat(50_001)), 'en.md has more than 50000 characters'],
  ])('written as %.40j is refused: %s', (file, reason) => {
    expect(() => read(file)).toThrow(reason);
  });

  it('is refused with the place when its head is no YAML', () => {
    expect(() => read(EN.replace('title: Fees', 'title: "Fees'))).toThrow(/^the head of en\.md: .+/);
  });

  it('needs English', () => {
    expect(() => readArticleSource(new Map([['jp', EN]]))).toThrow('en.md is missing');
  });

  it('names the language of a fault', () => {
    expect(() => read(EN, [['th', '---\ntitle: x\n---\ny']])).toThrow(
      'the head of th.md: «summary» is missing or wrong',
    );
  });
});

const PICTURE = { path: '/content/ab.webp', width: 640, height: 400 };

// An exchange starts without an article that cannot be read, so that no one would miss it.
const articles = readdirSync(CONTENT_FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('en.md'))
  .map((path) => path.slice(0, -'/en.md'.length));

it.each(articles)('%s of the repository can be read in eight languages', (article) => {
  const textIn = (language: string) => readFileSync(join(CONTENT_FOLDER, article, `${language}.md`), 'utf8');
  const { words } = readArticleSource(new Map(LANGUAGES.map((language) => [language, textIn(language)])));
  expect([...words.keys()]).toEqual([...LANGUAGES]);
  // Asterisks that are left mark nothing: bold text that ends in punctuation needs a space after it.
  const unmarked = [...words].filter(([, { body }]) => renderArticle(body, () => PICTURE).includes('**'));
  expect(unmarked.map(([language]) => language)).toEqual([]);
});

// HTML of articles: text, tables, own pictures, links to https and to pages of the app, and nothing that could run,
// load from elsewhere or change the look of the app. Markdown is the input, the stored HTML the output.
const render = (markdown: string) => renderArticle(markdown, (file) => (file === 'steps.png' ? PICTURE : undefined));

describe('an article', () => {
  it('keeps headings, lists, emphasis and tables', () => {
    const html = render('## Fees\n\n1. *first*\n2. **second**\n\n| coin | fee |\n| - | - |\n| BTC | 0.1 % |\n');
    expect(html).toContain('<h2>Fees</h2>');
    expect(html).toContain('<ol>\n<li><em>first</em></li>');
    expect(html).toContain('<td>0.1 %</td>');
  });

  it('has no heading above its title', () => {
    expect(render('# Loud')).toContain('<h2>Loud</h2>');
  });

  it('links to pages of the app and, in a window of their own, to https', () => {
    expect(render('[Deposit](#/pages/assets/deposit/index?channel=3)')).toContain(
      '<a href="#/pages/assets/deposit/index?channel=3">Deposit</a>',
    );
    expect(render('[there](https://example.com/a)')).toContain(
      '<a href="https://example.com/a" rel="noopener noreferrer" target="_blank">there</a>',
    );
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'http://example.com',
    '//example.com',
    '/api/user/logout',
    'vbscript:x',
  ])('leads nowhere by %s', (href) => {
    expect(render(`[word](<${href}>)`)).not.toContain('href');
  });

  it('shows its own pictures with their sizes, so that nothing moves while they load', () => {
    expect(render('![The steps](steps.png)')).toContain(
      '<img src="/content/ab.webp" alt="The steps" width="640" height="400" loading="lazy" />',
    );
  });

  it.each(['https://example.com/pixel.png', 'other.png', '../../secret.png'])('has no picture %s', (file) => {
    expect(() => render(`![x](${file})`)).toThrow(ArticleError);
  });

  it.each([
    '<script>alert(1)</script>',
    '<style>*{display:none}</style>',
    '<iframe src="https://example.com"></iframe>',
    '<form action="/x"><input name="password"></form>',
    '<svg onload="alert(1)"></svg>',
    '<p style="position:fixed" onclick="x()" id="root" class="button">text</p>',
    '<object data="x"></object><embed src="x"><link rel="stylesheet" href="x"><meta http-equiv="refresh" content="0">',
    '<math><mtext>x</mtext></math>',
  ])('cannot hold %s', (hostile) => {
    const html = render(`before ${hostile} after`);
    expect(html).not.toMatch(
      /<(script|style|iframe|form|input|svg|object|embed|link|meta|math)|on\w+=|style=|id=|class=/i,
    );
    expect(html).toContain('before');
  });
});
