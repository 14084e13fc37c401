// Paths and contents of tiles, and the refusal of other paths.
import { describe, expect, it } from 'vitest';
import { joinBytes } from './bytes.ts';
import { LogFormatError } from './LineReader.ts';
import { consistencyProof, formatBundle, parseBundle, parseTilePath, tilePath, tileWidth } from './tiles.ts';

describe('a tile', () => {
  it.each([
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 1, index: 7, width: 17 }, 'tile/1/007.p/17'],
    [{ level: 'entries', index: 1_234_067, width: 255 }, 'tile/entries/x001/x234/067.p/255'],
    [{ level: 63, index: 1000, width: 1 }, 'tile/63/x001/000.p/1'],
    [{ level: 0, index: 999, width: 256 }, 'tile/0/999'],
    [{ level: 0, index: 2 ** 53 - 1, width: 256 }, 'tile/0/x009/x007/x199/x254/x740/991'],
  ] as const)('%o lies at %s', (tile, path) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual(tile);
  });

  it.each([
    'tile/0/0',
    'tile/0/0000',
    'tile/00/000',
    'tile/64/000',
    'tile/0/x000/001',
    'tile/0/001/002',
    'tile/0/x001',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/0/000.p/',
    'tile/-1/000',
    'tile/0/x009/x007/x199/x254/x740/992',
    'tile/entries/000/',
    '/tile/0/000',
    'tile/data/000',
    'tile/0/000\n',
    '',
  ])('has no path %j', (path) => {
    expect(parseTilePath(path)).toBeUndefined();
  });

  it('is as wide as its tree allows', () => {
    const widths = (size: number) => [0, 1, 2].map((level) => tileWidth(level, 0, size));
    expect([0, 1, 255, 256, 70_000].map(widths)).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [255, 0, 0],
      [256, 1, 0],
      [256, 256, 1],
    ]);
    expect([tileWidth(0, 273, 70_000), tileWidth(1, 1, 70_000), tileWidth(0, 274, 70_000)]).toEqual([112, 17, 0]);
  });

  it('is read once, and must have the width of its tree', async () => {
    const asked: string[] = [];
    const wide = consistencyProof(1000, 70_000, (tile) => {
      asked.push(tilePath(tile));
      return Promise.resolve(new Uint8Array(tile.width * 32));
    });
    expect((await wide).length).toBeGreaterThan(8);
    expect(asked.toSorted()).toEqual(['tile/0/003', 'tile/1/000', 'tile/1/001.p/17', 'tile/0/273.p/112'].toSorted());
    await expect(consistencyProof(3, 7, () => Promise.resolve(new Uint8Array(6 * 32)))).rejects.toThrow(LogFormatError);
  });
});

describe('a bundle', () => {
  it('holds entries with their lengths before them', () => {
    const entries = [joinBytes('one\n'), new Uint8Array(), new Uint8Array(65_535).fill(7), joinBytes('ü\n')];
    const bundle = formatBundle(entries);
    expect(bundle.slice(0, 8)).toEqual(Uint8Array.of(0, 4, 111, 110, 101, 10, 0, 0));
    expect(parseBundle(bundle)).toEqual(entries);
    expect(parseBundle(new Uint8Array())).toEqual([]);
  });

  it('ends with its last entry', () => {
    const bundle = formatBundle([joinBytes('one\n'), joinBytes('two\n')]);
    for (const end of [1, 2, 5, 7, 11]) expect(() => parseBundle(bundle.slice(0, end))).toThrow(LogFormatError);
    expect(parseBundle(bundle.slice(0, 6))).toHaveLength(1);
  });

  it('refuses an entry that is longer than its length field can hold', () => {
    expect(() => formatBundle([new Uint8Array(65_536)])).toThrow(RangeError);
  });
});
