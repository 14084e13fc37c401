/**
 * Renders an article's HTML as elements of the app. The exchange has sanitised it; here it is filtered again by an
 * allow list, whichever server sent it. Parsing runs no scripts and loads no pictures.
 */
import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { createPolicy } from '../../shared/markup/trustedPolicy.ts';
import { builtRouteOf } from '../../shared/navigation/builtPages.ts';

type Labels = {
  /** Label of a table that scrolls on its own. */
  readonly table: string;
  /** Read by screen readers after a link that leaves the app. */
  readonly newWindow: ReactNode;
  /** Class of the scroll container. */
  readonly scrollClass: string | undefined;
};

const BLOCKS = ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'thead', 'tbody', 'tr', 'td', 'div'];
const PLAIN: ReadonlySet<string> = new Set([...BLOCKS, 'strong', 'em', 'code', 'b', 'i', 'hr', 'br']);
const EMPTY: ReadonlySet<string> = new Set(['hr', 'br']);
/** Elements whose text is dropped too. */
const DROPPED: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
  'title',
]);
/** White space between table parts is dropped. */
const TABLE_PARTS: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tr']);

/** Trusted Types policy for parsing only: nothing of the document reaches the page except through the lists above. */
const ARTICLES = createPolicy('articles', { createHTML: (html: string) => html });

const read = (html: string) => new DOMParser().parseFromString(ARTICLES.createHTML(html), 'text/html').body;

/** The elements of an article's HTML. */
export function articleElements(html: string, labels: Labels): ReactNode {
  return inside(Fragment, read(html), labels);
}

/** Beginnings of tags, but for those within a sentence. */
const BLOCK = /<(?!\/?(?:a|b|code|em|i|kbd|span|strong)\b)/g;
const HEADING = /<\/?h\d/g;

/** The plain text of an article's HTML; its headings stand between middle dots. */
export function articleText(html: string): string {
  // Keeps words of adjacent paragraphs and cells apart, and headings from what is beside them.
  const body = read(html.replaceAll(BLOCK, ' $&').replaceAll(HEADING, ' · $&'));
  for (const element of body.querySelectorAll([...DROPPED].join(','))) element.remove();
  return body.textContent
    .replaceAll(/\s+/g, ' ')
    .replace(/^[ ·]+/, '')
    .trim();
}

/** Renders an element's children. Passed as separate arguments they need no keys: they never change places. */
function inside(type: string | typeof Fragment, element: Element, labels: Labels): ReactElement {
  const isTable = TABLE_PARTS.has(element.localName);
  const parts = [...element.childNodes].map((node) => {
    if (node instanceof Element) return elementOf(node, labels);
    return node.nodeType !== Node.TEXT_NODE || isTable ? null : node.textContent;
  });
  return createElement(type, undefined, ...parts);
}

function elementOf(element: Element, labels: Labels): ReactNode {
  const tag = element.localName;
  if (DROPPED.has(tag)) return null;
  if (EMPTY.has(tag)) return createElement(tag);
  switch (tag) {
    case 'img':
      return pictureOf(element);
    case 'a':
      return linkOf(element.getAttribute('href') ?? '', inside(Fragment, element, labels), labels);
    case 'h1':
      // The page has its own h1.
      return inside('h2', element, labels);
    case 'th':
      return <th scope="col">{inside(Fragment, element, labels)}</th>;
    case 'pre':
    case 'table':
      return scrolling(inside(tag, element, labels), labels);
    default:
      return inside(PLAIN.has(tag) ? tag : Fragment, element, labels);
  }
}

function linkOf(href: string, children: ReactNode, { newWindow }: Labels): ReactNode {
  if (href.startsWith('#/')) {
    const path = href.slice(1);
    // A route that is not built yet is shown as text, not as a link.
    return builtRouteOf(path.split('?')[0] ?? '') === undefined ? children : <Link to={path}>{children}</Link>;
  }
  if (!href.startsWith('https://')) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      {newWindow}
    </a>
  );
}

function pictureOf(element: Element): ReactNode {
  const src = element.getAttribute('src') ?? '';
  // Pictures of this site only: another host would learn who reads here.
  if (!/^\/(?!\/)/.test(src)) return null;
  const sizes = { width: sizeOf(element, 'width'), height: sizeOf(element, 'height') };
  return <img src={src} alt={element.getAttribute('alt') ?? ''} loading="lazy" decoding="async" {...sizes} />;
}

function sizeOf(element: Element, name: 'width' | 'height'): string | undefined {
  const size = element.getAttribute(name);
  return size !== null && /^\d{1,5}$/.test(size) ? size : undefined;
}

function scrolling(content: ReactNode, { table, scrollClass }: Labels): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll only a container that has the focus
    <div className={scrollClass} role="group" aria-label={table} tabIndex={0}>
      {content}
    </div>
  );
}
