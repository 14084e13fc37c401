// HTML of articles: text, tables, own pictures, links to https and to pages of the app, and nothing that could run,
// load from elsewhere or change the look of the app. Markdown is the input, the stored HTML the output.
import { describe, expect, it } from 'vitest';
import { ArticleError } from './articleSource.ts';
import { renderArticle } from './renderArticle.ts';

const PICTURE = { path: '/content/ab.webp', width: 640, height: 400 };
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
