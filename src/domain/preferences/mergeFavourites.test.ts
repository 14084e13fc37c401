// Two devices change the favourites at once: no change is lost, in either order.
import { expect, it } from 'vitest';
import { mergeFavourites } from './mergeFavourites.ts';

const BASE = ['A/X', 'B/X', 'C/X'];

it.each([
  ['nothing changed', BASE, BASE, BASE],
  ['one is added there and one here', [...BASE, 'D/X'], [...BASE, 'E/X'], [...BASE, 'D/X', 'E/X']],
  ['both add the same', [...BASE, 'D/X'], [...BASE, 'D/X'], [...BASE, 'D/X']],
  ['one is removed there and one here', ['A/X', 'B/X'], ['B/X', 'C/X'], ['B/X']],
  ['what is removed here was moved there', ['C/X', 'A/X', 'B/X'], ['B/X', 'C/X'], ['C/X', 'B/X']],
  ['all is removed there, one is added here', [], [...BASE, 'D/X'], ['D/X']],
])('%s', (_what, theirs, ours, merged) => {
  expect(mergeFavourites(theirs, { base: BASE, ours })).toEqual(merged);
});
