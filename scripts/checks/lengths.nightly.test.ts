// The check of lengths counts letters as wide as they are set, finds what is too wide for its place, and a place whose
// keys are gone.
import { describe, expect, it } from 'vitest';
import { findEmptyPlaces, findTooWide, widthOf } from './lengths.ts';

const PLACES = [{ name: 'the tab bar', keys: /^shell\.tabs\./, max: 8 }];

describe('the width of a text', () => {
  it.each([
    ['Trade', 5],
    ['Quyền chọn', 10],
    ['オプション', 10],
    ['옵션', 4],
    ['期权 24h', 8],
    ['ที่อยู่', 3],
  ])('of «%s» is %i letters', (text, width) => {
    expect(widthOf(text)).toBe(width);
    expect(widthOf(text.normalize('NFD'))).toBe(width);
  });
});

describe('the check of lengths', () => {
  it('takes what fits, and leaves texts of other places alone', () => {
    expect(findTooWide('shell', { 'tabs.home': 'Startsei', 'menu.title': 'A title of any length' }, PLACES)).toEqual(
      [],
    );
    expect(findTooWide('spot', { 'tabs.home': 'Another file of texts' }, PLACES)).toEqual([]);
  });

  it('finds what is too wide for its place', () => {
    expect(findTooWide('shell', { 'tabs.home': 'Startseite', 'tabs.trade': '取引する板' }, PLACES)).toEqual([
      'shell: tabs.home is 10 letters wide, of 8 that fit in the tab bar',
      'shell: tabs.trade is 10 letters wide, of 8 that fit in the tab bar',
    ]);
  });

  it('finds a place whose texts have other keys now', () => {
    expect(findEmptyPlaces(['shell.tabs.home'], PLACES)).toEqual([]);
    expect(findEmptyPlaces(['shell.bar.home'], PLACES)).toEqual(['the tab bar: there is no such text any more']);
  });
});
