// Only allowed elements of an article are rendered, whichever server sent it: links stay in the app or leave it safely,
// tables scroll on their own.
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { articleElements, articleText } from './articleElements.tsx';

function draw(html: string) {
  const labels = { table: 'A table', newWindow: ' (new window)', scrollClass: 'scroll' };
  const { container } = render(<MemoryRouter>{articleElements(html, labels)}</MemoryRouter>);
  return container;
}

describe('an article', () => {
  it('has headings, lists, emphasis and pictures with their size', () => {
    const html =
      '<h1>One</h1><h2>Two</h2><ul><li>a <strong>b</strong></li></ul><hr><p>c<br>d</p><img src="/content/a.webp" alt="A" width="20" height="10" onerror="x()">';
    expect(draw(html).innerHTML).toBe(
      '<h2>One</h2><h2>Two</h2><ul><li>a <strong>b</strong></li></ul><hr><p>c<br>d</p><img alt="A" loading="lazy" decoding="async" width="20" height="10" src="/content/a.webp">',
    );
  });

  it('has tables that scroll on their own and are reachable by keys', () => {
    draw('<table>\n <thead>\n<tr>\n<th>Fee</th> </tr></thead>\n<tbody><tr><td>0.1 %</td></tr></tbody></table>');
    const group = screen.getByRole('group', { name: 'A table' });
    expect([group.className, group.tabIndex]).toEqual(['scroll', 0]);
    expect(screen.getByRole('columnheader', { name: 'Fee' }).getAttribute('scope')).toBe('col');
    expect(screen.getByRole('cell').textContent).toBe('0.1 %');
  });

  it('links to existing pages of the app, and to other sites in an isolated window', () => {
    draw(
      '<a href="#/pages/trade/index?side=buy">Trade</a> <a href="https://example.com/a">Away</a> <a href="#/pages/nowhere">Nowhere</a>',
    );
    expect(screen.getByRole('link', { name: 'Trade' }).getAttribute('href')).toBe('/pages/trade/index?side=buy');
    const away = screen.getByRole('link', { name: 'Away (new window)' });
    expect([away.getAttribute('href'), away.getAttribute('rel'), away.getAttribute('target')]).toEqual([
      'https://example.com/a',
      'noopener noreferrer',
      '_blank',
    ]);
    expect(screen.getAllByRole('link')).toHaveLength(2);
    expect(screen.getByText(/Nowhere/)).toBeTruthy();
  });

  it.each([
    ['<script>alert(1)</script><p>x</p>', '<p>x</p>'],
    ['<p onclick="alert(1)" style="color:red" class="a" id="root">x</p>', '<p>x</p>'],
    ['<a href="javascript:alert(1)">x</a>', 'x'],
    ['<a href="http://example.com">x</a>', 'x'],
    ['<a href="//example.com">x</a>', 'x'],
    ['<img src="https://example.com/a.png" alt="x">', ''],
    ['<img src="//example.com/a.png" alt="x">', ''],
    ['<img src="data:image/png;base64,AA" alt="x">', ''],
    ['<iframe src="https://example.com">x</iframe>', ''],
    ['<form action="/api/user/logout"><input name="a"><button>x</button></form>', 'x'],
    ['<svg><script>alert(1)</script></svg><math><p>x</p></math>', '<p>x</p>'],
    ['<font color="red">x</font>', 'x'],
    ['<!-- x --><p>y', '<p>y</p>'],
  ])('has nothing else: %s', (html, drawn) => {
    expect(draw(html).innerHTML).toBe(drawn);
  });

  it('is plain text for the search', () => {
    expect(articleText('<h2>Fees</h2><p>Maker&nbsp;&amp; taker</p><table><tr><td>a</td><td>b</td></tr></table>')).toBe(
      'Fees · Maker & taker a b',
    );
    expect(articleText('<p>x</p><script>y</script>')).toBe('x');
    expect(articleText('<p>Run <code>verify</code>: it <b>checks</b>.</p>')).toBe('Run verify: it checks.');
  });
});
