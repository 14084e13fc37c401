/**
 * What libraries may write into the page as markup by themselves. Imported before them, since one of them writes while
 * it loads: Leaflet asks so what the browser can draw, and labels its buttons; zrender empties its box.
 */
import { createPolicy } from './trustedPolicy.ts';

/** Of Leaflet, as it has them. */
const OF_LEAFLET: ReadonlySet<string> = new Set([
  '<svg/>',
  '<v:shape adj="1"/>',
  '<span aria-hidden="true">+</span>',
  '<span aria-hidden="true">&#x2212;</span>',
]);

/** Answers the markup. Throws for anything that could be an element, but those of the libraries. */
export function vouchForLibraries(html: string): string {
  if (html.includes('<') && !OF_LEAFLET.has(html)) throw new TypeError('this markup is nobody’s');
  return html;
}

createPolicy('default', { createHTML: vouchForLibraries });
