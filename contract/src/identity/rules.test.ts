// Fields of a basic verification: what is taken in any script, the one form that is kept, and what is shown of an ID
// number.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskIdNumber, normalizeContactAddress, normalizeFullName, normalizeIdNumber } from './rules.ts';

describe('an ID number', () => {
  test.each([
    ['ab 123 456', 'AB123456'],
    [' 900101-1234567 ', '9001011234567'],
    ['1-2345-67890-12-3', '1234567890123'],
    ['12.345.678–9', '123456789'],
    ['１２３４ＡＢ', '1234AB'],
    ['\u200E4711\u202E', '4711'],
    ['军字第2001988号', '军字第2001988号'],
    ['x'.repeat(32), 'X'.repeat(32)],
  ])('%s is kept as %s', (written, kept) => {
    expect(normalizeIdNumber(written)).toBe(kept);
  });

  test.each(['', ' ', '---', '\u200B'])('is required where «%s» is written', (written) => {
    expect(normalizeIdNumber(written)).toEqual({ code: 'ID_NUMBER_REQUIRED' });
  });

  test.each(['123', 'x'.repeat(33), '12345;', '1234<b>', '12 34 5é!', '🙂🙂🙂🙂'])(
    'is none where «%s» is written',
    (written) => {
      expect(normalizeIdNumber(written)).toEqual({ code: 'ID_NUMBER_INVALID' });
    },
  );

  test('is the same when what was kept is written again, in any case and with any blanks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (written) => {
        const kept = normalizeIdNumber(written);
        fc.pre(typeof kept === 'string');
        expect(normalizeIdNumber(kept)).toBe(kept);
        expect(normalizeIdNumber(Array.from(kept).join(' - '))).toBe(kept);
      }),
    );
  });

  test.each([
    ['AB123456', 'AB******56'],
    ['1234', '12******34'],
    ['军字第2001988号', '军字******8号'],
  ])('%s is shown as %s', (idNumber, shown) => {
    expect(maskIdNumber(idNumber)).toBe(shown);
  });
});

describe('a full name', () => {
  test.each([
    ['  Ana  María\tde la O’Hara-Núñez ', 'Ana María de la O’Hara-Núñez'],
    ['Nguyễn Thị Minh Khai', 'Nguyễn Thị Minh Khai'],
    ['山田　太郎', '山田 太郎'],
    ['สมชาย ใจดี', 'สมชาย ใจดี'],
    ['Jose\u0301', 'José'],
    ['علی‌رضا', 'علی‌رضا'],
    ['Eve\u202Egnp.', 'Evegnp.'],
  ])('%s is kept as %s', (written, kept) => {
    expect(normalizeFullName(written)).toBe(kept);
  });

  test.each(['', '  ', '12345', '-', '🙂', '\u200B'])('is required where «%s» is written', (written) => {
    expect(normalizeFullName(written)).toEqual({ code: 'NAME_REQUIRED' });
  });
});

describe('a contact address', () => {
  test('keeps its lines and loses blanks', () => {
    expect(normalizeContactAddress('  1  Harbour Road \r\n\r\n Kowloon\t3 \n')).toBe('1 Harbour Road\nKowloon 3');
  });

  test.each(['', ' \n ', '--'])('is required where «%s» is written', (written) => {
    expect(normalizeContactAddress(written)).toEqual({ code: 'CONTACT_ADDRESS_REQUIRED' });
  });
});
