// Coordinates are parsed in the forms in which people write and copy them, rejected otherwise, and unchanged after
// formatting.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coordinatesOf, formatCoordinates, parseCoordinates, toCoordinates } from './coordinates.ts';

describe('coordinates', () => {
  it.each([
    ['35.68124, 139.76712', 35.68124, 139.76712],
    ['35.68124,139.76712', 35.68124, 139.76712],
    [' -33.8688 151.2093 ', -33.8688, 151.2093],
    ['(10; -20)', 10, -20],
    ['+10.5°, −20.25°', 10.5, -20.25],
    ['３５.６８，１３９.７６', 35.68, 139.76],
    ['35,68 139,76', 35.68, 139.76],
    ['35,68; 139,76', 35.68, 139.76],
    ['35,68, 139,76', 35.68, 139.76],
    ['35, 139', 35, 139],
    ['90, -180', 90, -180],
    ['1.23456789, 2', 1.23457, 2],
    ['-0.000001, 0', 0, 0],
  ])('are parsed from «%s»', (text, latitude, longitude) => {
    expect(parseCoordinates(text)).toStrictEqual({ latitude, longitude });
  });

  it.each([
    '',
    '35',
    '35.68',
    '91, 0',
    '0, 181',
    '-90.1, 0',
    'a, b',
    '1, 2, 3',
    '1e1, 2',
    'Infinity, 0',
    '35.68 N',
    '1.2.3, 4',
  ])('are not parsed from «%s»', (text) => {
    expect(parseCoordinates(text)).toBeUndefined();
  });

  it('are parsed from the two parts of an address, and from nothing else', () => {
    expect(coordinatesOf('35.68', '-1')).toEqual({ latitude: 35.68, longitude: -1 });
    for (const wrong of [undefined, '', ' 1', '1 ', 'NaN', '0x10', '91'])
      expect(coordinatesOf(wrong, '1')).toBeUndefined();
    expect(coordinatesOf('1', '181')).toBeUndefined();
  });

  it('of a map turned around the earth are the same place', () => {
    expect(toCoordinates(10, 370)).toEqual({ latitude: 10, longitude: 10 });
    expect(toCoordinates(10, -190)).toEqual({ latitude: 10, longitude: 170 });
    expect(toCoordinates(-0, -360)).toStrictEqual({ latitude: 0, longitude: 0 });
  });

  it('are unchanged after formatting and parsing', () => {
    const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
    fc.assert(
      fc.property(degrees(90), degrees(1000), (latitude, longitude) => {
        const place = toCoordinates(latitude, longitude);
        expect(parseCoordinates(formatCoordinates(place))).toStrictEqual(place);
      }),
    );
  });
});
