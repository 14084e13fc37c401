// The check of lengths measures letters by their printed width, finds texts that are too wide for their place, and a
// place whose keys no longer exist.
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
  it('accepts texts that fit, and ignores texts of other places', () => {
    expect(findTooWide('shell', { 'tabs.home': 'Startsei', 'menu.title': 'A title of any length' }, PLACES)).toEqual(
      [],
    );
    expect(findTooWide('spot', { 'tabs.home': 'Another file of texts' }, PLACES)).toEqual([]);
  });

  it('finds a text that is too wide for its place', () => {
    expect(findTooWide('shell', { 'tabs.home': 'Startseite', 'tabs.trade': '取引する板' }, PLACES)).toEqual([
      'shell: tabs.home is 10 letters wide, of 8 that fit in the tab bar',
      'shell: tabs.trade is 10 letters wide, of 8 that fit in the tab bar',
    ]);
  });

  it('finds a place whose keys no longer exist', () => {
    expect(findEmptyPlaces(['shell.tabs.home'], PLACES)).toEqual([]);
    expect(findEmptyPlaces(['shell.bar.home'], PLACES)).toEqual(['the tab bar: there is no such text any more']);
  });
});
