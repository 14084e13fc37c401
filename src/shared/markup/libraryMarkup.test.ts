// Markup that libraries may write into the page: text, and the few elements that Leaflet uses.
import { expect, it } from 'vitest';
import { vouchForLibraries } from './libraryMarkup.ts';

it('lets words in, and the signs of the buttons of the map', () => {
  for (const html of ['', '5 km', '&lt;img&gt;', '<span aria-hidden="true">+</span>', '<svg/>']) {
    expect(vouchForLibraries(html)).toBe(html);
  }
});

it.each(['<img src=x onerror=alert(1)>', '<svg/><script>x</script>', 'a<b', '<span aria-hidden="true">+</span><i>'])(
  'lets no element in that is not theirs: %s',
  (html) => {
    expect(() => vouchForLibraries(html)).toThrow(TypeError);
  },
);
