// The view never loses the candles, zooming keeps the point under the finger, and older or newer candles move only what
// they should.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterOlder, isFollowing, latestView, pan, reveal, visibleRange, zoom, type View } from './viewport.ts';

const COUNT = 1000;

test('a chart opens on the newest candle with space after it', () => {
  const view = latestView(COUNT, 375);
  expect(view.span).toBe(50);
  expect(isFollowing(view, COUNT)).toBe(true);
  expect(view.from + view.span).toBeGreaterThan(COUNT);
});

test('fewer candles than fit are shown at the end', () => {
  const view = pan(latestView(5, 375), -100, 5);
  expect(view.from + view.span).toBeCloseTo(6.5);
  expect(visibleRange(view, 5)).toEqual([0, 5]);
});

test('panning stops at the oldest candle and leaves some of the newest visible', () => {
  const view = latestView(COUNT, 375);
  expect(pan(view, -1e9, COUNT).from).toBe(0);
  expect(pan(view, 1e9, COUNT).from).toBeLessThan(COUNT);
});

test('a view of the past does not follow', () => {
  expect(isFollowing(pan(latestView(COUNT, 375), -10, COUNT), COUNT)).toBe(false);
});

test('prepended candles leave the same ones visible', () => {
  const view = pan(latestView(COUNT, 375), -300, COUNT);
  const [start, end] = visibleRange(view, COUNT);
  expect(visibleRange(afterOlder(view, 500), COUNT + 500)).toEqual([start + 500, end + 500]);
});

test('revealing moves as little as needed', () => {
  const view: View = { from: 100, span: 50 };
  expect(reveal(view, 120, COUNT)).toBe(view);
  expect(reveal(view, 90, COUNT).from).toBe(90);
  expect(reveal(view, 160, COUNT).from).toBe(111);
});

describe('any sequence of pans and zooms', () => {
  const step = fc.record({
    pan: fc.double({ min: -2000, max: 2000, noNaN: true }),
    factor: fc.double({ min: 0.2, max: 5, noNaN: true }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });

  test('keeps candles visible and the span within its limits', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), fc.integer({ min: 1, max: 3000 }), (steps, count) => {
        const view = steps.reduce(
          (now, { pan: by, factor, share }) => zoom(pan(now, by, count), factor, now.from + share * now.span, count),
          latestView(count, 375),
        );
        const [start, end] = visibleRange(view, count);
        expect(end).toBeGreaterThan(start);
        expect(view.span).toBeGreaterThanOrEqual(12);
        expect(view.span).toBeLessThanOrEqual(480);
      }),
    );
  });

  test('zooming in the middle of the candles keeps the point under the finger', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.6, max: 1.6, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (factor, share) => {
          const view: View = { from: 400, span: 100 };
          const anchor = view.from + share * view.span;
          const zoomed = zoom(view, factor, anchor, COUNT);
          expect((anchor - zoomed.from) / zoomed.span).toBeCloseTo(share, 9);
        },
      ),
    );
  });
});
