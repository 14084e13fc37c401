// The depth chart's picture and texts: sums from the best level, mid price in the middle, both sides on one scale. By
// hand.
import { describe, expect, it } from 'vitest';
import type { BookLevel } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { deepestOf, depthCurve, depthPicture } from './DepthChart.tsx';

const level = (price: string, quantity: string): BookLevel => [decimal(price), decimal(quantity)];
const curve = depthCurve({ bids: [level('99', '0.1'), level('96', '0.2')], asks: [level('101', '0.4')] });

describe('the depth of a book', () => {
  it('is cumulated from the best level, exactly', () => {
    expect(curve.bids.map(({ sum }) => sum)).toEqual(['0.1', '0.3']);
    expect(deepestOf(curve)).toBe('0.4');
    expect(deepestOf(depthCurve({ bids: [], asks: [] }))).toBe('0');
  });

  it('is drawn as step lines around the mid price, with a margin beyond the farthest level', () => {
    const picture = depthPicture(curve, 80, 40);
    expect([picture.from, picture.to]).toEqual([95.8, 104.2]);
    // Of 8.4 in 80, the level 99 is 3.2 from the edge and 96 is 0.2; a quarter of the deepest is ten high.
    expect(picture.bids).toEqual({ line: 'M30.5 40H30.5V30H1.9V10H0', area: 'M30.5 40H30.5V30H1.9V10H0V40Z' });
    expect(picture.asks.area).toBe('M49.5 40H49.5V0H80V40Z');
  });

  it('ends where most of the book ends, so that one distant order does not distort it', () => {
    const bids = [level('99', '1'), level('98', '1'), level('97', '1'), level('10', '5')];
    expect(depthCurve({ bids, asks: [level('101', '1')] }).bids.at(-1)).toEqual({ price: '97', sum: '3' });
  });

  it('is empty without orders', () => {
    const empty = depthPicture(depthCurve({ bids: [], asks: [] }), 80, 40);
    expect([empty.bids.area, empty.asks.line]).toEqual(['', '']);
    const oneSided = depthPicture(depthCurve({ bids: [level('5', '1')], asks: [] }), 80, 40);
    expect(oneSided.bids.line).toMatch(/^M40 40/);
  });
});
