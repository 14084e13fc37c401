// Toasts are placed as high as possible, and never over text or input.
import { expect, it } from 'vitest';
import { freeTop } from './ToastHost.tsx';

const SEEN = { top: 0, bottom: 800 };
const HEADER = { top: 0, bottom: 52 };
const TABS = { top: 744, bottom: 800 };
const span = (top: number, bottom: number) => ({ top, bottom });

it.each([
  ['below the header', [HEADER, TABS], 52],
  ['at the top where there is no bar', [TABS], 0],
  ['below a field there', [HEADER, TABS, span(60, 100)], 100],
  ['between two fields, where that is highest', [HEADER, TABS, span(60, 200), span(320, 740)], 200],
  ['below fields that reach into one another', [HEADER, TABS, span(60, 300), span(250, 440)], 440],
  ['nowhere where all is taken', [span(0, 790)], undefined],
])('%s', (_where, taken, top) => {
  expect(freeTop(taken, SEEN, 60)).toBe(top);
});
