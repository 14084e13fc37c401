// Toasts are placed as low as possible, and never over text or input.
import { expect, it } from 'vitest';
import { freeTop } from './toastPlace.ts';

const SEEN = { top: 0, bottom: 800 };
const HEADER = { top: 0, bottom: 52 };
const TABS = { top: 744, bottom: 800 };
const span = (top: number, bottom: number) => ({ top, bottom });

it.each([
  ['above the tab bar', [HEADER, TABS], 684],
  ['at the foot where there is no bar', [HEADER], 740],
  ['above a field there', [HEADER, TABS, span(700, 740)], 640],
  ['between two fields, where that is lowest', [HEADER, TABS, span(600, 740), span(400, 520)], 540],
  ['above fields that reach into one another', [HEADER, TABS, span(500, 700), span(650, 744)], 440],
  ['nowhere where all is taken', [span(0, 790)], undefined],
])('%s', (_where, taken, top) => {
  expect(freeTop(taken, SEEN, 60)).toBe(top);
});
