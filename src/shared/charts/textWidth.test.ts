// @vitest-environment jsdom A text is measured once, and texts that differ only in their digits have the same width. On
// a canvas that records measurements.
import { beforeEach, expect, test, vi } from 'vitest';
import { flow, linesOf } from './captions.ts';
import { textWidth } from './textWidth.ts';

const measured: string[] = [];

beforeEach(() => {
  measured.length = 0;
  const pen = {
    font: '',
    measureText: (text: string) => {
      measured.push(text);
      return { width: text.length * 10 };
    },
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
});

test('a text is measured once for all digits, in each font', () => {
  expect(textWidth('28,110.3', '11px a')).toBe(80);
  expect(textWidth('19,999.9', '11px a')).toBe(80);
  expect(textWidth('๑๒.๓', '11px a')).toBe(40);
  expect(measured).toEqual(['00,000.0', '00.0']);
  textWidth('28,110.3', '12px a');
  expect(measured).toHaveLength(3);
});

test('words take as many lines as they need, and none is broken', () => {
  const word = (...texts: string[]) => texts.map((text) => ({ text, fill: 'grey' }));
  const placed = flow([word('aa'), word('O', '1.0'), word('H', '22222.0')], 100, (text) => text.length * 10);
  expect(placed.map(({ text, x, line }) => [text, x, line])).toEqual([
    ['aa', 0, 0],
    ['O', 29, 0],
    ['1.0', 43, 0],
    ['H', 0, 1],
    ['22222.0', 14, 1],
  ]);
  expect(linesOf(placed)).toBe(2);
  expect(linesOf([])).toBe(0);
});
