// Rules of uploads: sizes at the limit, types by their first bytes alone, and paths of stored files.
import { describe, expect, test } from 'vitest';
import { checkUploadHead, checkUploadSize, mediaTypeOf, parseUploadPath, uploadPathOf } from './rules.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const ID = '7f9c2ba4-e88f-4f7e-a5d1-3c5e2b1a0f11';

describe('the size of an upload', () => {
  test.each([
    [0, 'FILE_EMPTY'],
    [1, undefined],
    [10_485_760, undefined],
    [10_485_761, 'FILE_TOO_LARGE'],
  ])('%d bytes: %s', (size, code) => {
    expect(checkUploadSize(size)?.code).toBe(code);
  });

  test('that is too large names the limit', () => {
    expect(checkUploadSize(99_999_999)).toEqual({ code: 'FILE_TOO_LARGE', params: { max: 10 } });
  });
});

describe('the type of an upload', () => {
  test.each([
    ['a JPEG', '\xff\xd8\xff\xe1\x00\x18Exif\0\0', 'image/jpeg'],
    ['a PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
    ['a WebP', 'RIFF\n\r\0\x85WEBPVP8 ', 'image/webp'],
    ['a PDF', '%PDF-1.7\n%', 'application/pdf'],
    ['a GIF', 'GIF89a\x01\0\x01\0', undefined],
    ['an SVG', '<svg xmlns="http', undefined],
    ['a page', '<!doctype html>', undefined],
    ['a HEIC', '\0\0\0\x18ftypheic', undefined],
    ['a ZIP', 'PK\x03\x04\x14\0\0\0', undefined],
    ['a sound in the container of WebP', 'RIFF\x24\0\0\0WAVEfmt ', undefined],
    ['a PNG that lost its line ends', '\x89PNG\n\x1a\n\0\0\0\rIHDR', undefined],
    ['a PDF behind something else', '\n%PDF-1.7', undefined],
    ['one byte', '\xff', undefined],
    ['nothing', '', undefined],
  ])('of %s is detected by its first bytes', (_what, head, mediaType) => {
    expect(mediaTypeOf(bytes(head))).toBe(mediaType);
  });

  test('may be PDF only where payment proofs are accepted', () => {
    const pdf = bytes('%PDF-1.7');
    expect(checkUploadHead(pdf, { allowPdf: true })).toBeUndefined();
    expect(checkUploadHead(pdf, { allowPdf: false })).toEqual({ code: 'FILE_TYPE_UNSUPPORTED' });
    expect(checkUploadHead(bytes('\xff\xd8\xff'), { allowPdf: false })).toBeUndefined();
    expect(checkUploadHead(bytes('GIF89a'), { allowPdf: true })).toEqual({ code: 'FILE_TYPE_UNSUPPORTED' });
  });
});

describe('the path of an upload', () => {
  test('names its id and extension', () => {
    const name = { id: ID, extension: 'webp' } as const;
    expect(uploadPathOf(name)).toBe(`/upload/${ID}.webp`);
    expect(parseUploadPath(uploadPathOf(name))).toEqual(name);
  });

  test.each([
    '',
    ID,
    `/upload/${ID}`,
    `/upload/${ID}.svg`,
    `/upload/${ID}.PNG`,
    `/upload/${ID.toUpperCase()}.png`,
    `/upload/../${ID}.png`,
    `/upload/${ID}.png/../x`,
    `/upload/${ID}.png\n`,
    `//upload/${ID}.png`,
    `https://elsewhere.example/upload/${ID}.png`,
  ])('is not %j', (path) => {
    expect(parseUploadPath(path)).toBeUndefined();
  });
});
