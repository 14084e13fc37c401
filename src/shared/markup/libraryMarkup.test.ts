// Markup that libraries may write into the page: text, and the few elements that Leaflet uses.
import { expect, it } from 'vitest';
import { vouchForLibraries } from './libraryMarkup.ts';

it('allows text, and the characters of the map’s buttons', () => {
  for (const html of ['', '5 km', '&lt;img&gt;', '<span aria-hidden="true">+</span>', '<svg/>']) {
    expect(vouchForLibraries(html)).toBe(html);
  }
});

it.each(['<img src=x onerror=alert(1)>', '<svg/><script>x</script>', 'a<b', '<span aria-hidden="true">+</span><i>'])(
  'rejects an element other than the libraries’: %s',
  (html) => {
    expect(() => vouchForLibraries(html)).toThrow(TypeError);
  },
);
