/** Markdown to the stored HTML. */
import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { ArticleError } from './articleSource.ts';

/** A picture of an article as it is served. Sizes in px. */
export type ArticlePicture = { readonly path: string; readonly width: number; readonly height: number };

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
