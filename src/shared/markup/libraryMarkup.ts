/**
 * Markup that libraries may write into the page by themselves. Import this before them, because one writes while it
 * loads: Leaflet tests the browser's drawing features that way, and labels its buttons; zrender empties its box.
 */
import { createPolicy } from './trustedPolicy.ts';

/** Leaflet's own, verbatim. */
const OF_LEAFLET: ReadonlySet<string> = new Set([
  '<svg/>',
  '<v:shape adj="1"/>',
  '<span aria-hidden="true">+</span>',
  '<span aria-hidden="true">&#x2212;</span>',
]);

/** Returns the markup. Throws for anything that could be an element, except those of the libraries. */
export function vouchForLibraries(html: string): string {
  if (html.includes('<') && !OF_LEAFLET.has(html)) throw new TypeError('this markup is nobody’s');
  return html;
}

createPolicy('default', { createHTML: vouchForLibraries });
