// The merge of two copies of a user's drawings, and the schema of what a device may store.
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { decimal } from '../money/money.ts';
import {
  DRAWINGS_MAX,
  drawingRecord,
  drawingRecords,
  isDrawing,
  mergeDrawings,
  readDrawings,
  symbolOfDrawings,
  type Drawing,
  type DrawingRecord,
} from './drawings.ts';

const level = (id: string, at: number, change: Partial<Drawing> = {}): Drawing => ({
  id: id.padEnd(8, '0'),
  at,
  kind: 'level',
  points: [[1_700_000_000_000, decimal('100')]],
  colour: 0,
  width: 1,
  ...change,
});
const gone = (id: string, at: number): DrawingRecord => ({ id: id.padEnd(8, '0'), at, gone: true });

describe('merging two copies', () => {
  it('keeps the newest version of each, whichever side has it', () => {
    const mine = [level('a', 1), level('b', 5)];
    const theirs = [level('a', 2, { colour: 3 }), level('b', 4), level('c', 3)];
    const merged = mergeDrawings(mine, theirs);
    expect(merged).toEqual([level('a', 2, { colour: 3 }), level('c', 3), level('b', 5)]);
    expect(mergeDrawings(theirs, mine)).toEqual(merged);
    expect(mergeDrawings(merged, theirs)).toEqual(merged);
  });

  it('drops what was deleted later, and returns what was drawn again after that', () => {
    expect(mergeDrawings([level('a', 1)], [gone('a', 2)])).toEqual([gone('a', 2)]);
    expect(mergeDrawings([gone('a', 2)], [level('a', 3)])).toEqual([level('a', 3)]);
  });

  it('chooses the same of two changes of the same time on both sides', () => {
    const [red, blue] = [level('a', 1, { colour: 1 }), level('a', 1, { colour: 2 })];
    expect(mergeDrawings([red], [blue])).toEqual(mergeDrawings([blue], [red]));
    // The same content with its fields in another order is the same version.
    const { at, ...rest } = blue;
    expect(mergeDrawings([blue], [{ ...rest, at }])).toEqual([blue]);
  });

  it('keeps at most a hundred drawings, the newest', () => {
    const many = Array.from({ length: DRAWINGS_MAX }, (_, place) => level(`m${place}x`, place));
    const merged = mergeDrawings(many, [level('new', 1000), gone('old', 0)]);
    expect(merged.filter(isDrawing)).toHaveLength(DRAWINGS_MAX);
    expect(merged.at(-1)?.id).toBe('new00000');
    expect(merged.some(({ id }) => id === 'm0x00000')).toBe(false);
    expect(merged).toContainEqual(gone('old', 0));
  });
});

describe('the schema', () => {
  it('accepts a drawing and a deleted one', () => {
    expect(drawingRecords.safeParse([level('a', 1, { locked: true, text: 'x' }), gone('b', 2)]).success).toBe(true);
  });

  it.each([
    ['an unknown field', { ...level('a', 1), owner: 7 }],
    ['a point too few', { ...level('a', 1), kind: 'trend' }],
    ['a price that is no decimal', { ...level('a', 1), points: [[1, '1e5']] }],
    ['a price of zero', { ...level('a', 1), points: [[1, '0']] }],
    ['a colour beyond the palette', { ...level('a', 1), colour: 8 }],
    ['a long text', { ...level('a', 1), text: 'x'.repeat(61) }],
    ['an id with markup', { ...level('a', 1), id: '<script>' }],
  ])('refuses %s, and readers leave it out', (_what, record) => {
    expect(z.safeParse(drawingRecord, record).success).toBe(false);
    expect(readDrawings([record, level('b', 1)])).toEqual([level('b', 1)]);
  });

  it('refuses more than one request may carry', () => {
    expect(drawingRecords.safeParse(Array.from({ length: 21 }, (_, i) => level(`a${i}`, 1))).success).toBe(false);
    expect(readDrawings('none')).toEqual([]);
  });

  it('names a market', () => {
    expect(symbolOfDrawings('drawings:BTC/USDT')).toBe('BTC/USDT');
    expect([symbolOfDrawings('chart'), symbolOfDrawings('drawings:btc')]).toEqual([undefined, undefined]);
  });
});
