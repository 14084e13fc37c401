// Fields of a basic verification: accepted input in any script, the stored form, and the masked ID number.
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
  ])('stores %s as %s', (written, kept) => {
    expect(normalizeIdNumber(written)).toBe(kept);
  });

  test.each(['', ' ', '---', '\u200B'])('requires a number instead of «%s»', (written) => {
    expect(normalizeIdNumber(written)).toEqual({ code: 'ID_NUMBER_REQUIRED' });
  });

  test.each(['123', 'x'.repeat(33), '12345;', '1234<b>', '12 34 5é!', '🙂🙂🙂🙂'])(
    'is none where «%s» is written',
    (written) => {
      expect(normalizeIdNumber(written)).toEqual({ code: 'ID_NUMBER_INVALID' });
    },
  );

  test('stays the same when the stored form is entered again, in any case and with any spaces', () => {
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
  ])('shows %s as %s', (idNumber, shown) => {
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
  ])('stores %s as %s', (written, kept) => {
    expect(normalizeFullName(written)).toBe(kept);
  });

  test.each(['', '  ', '12345', '-', '🙂', '\u200B'])('requires a name instead of «%s»', (written) => {
    expect(normalizeFullName(written)).toEqual({ code: 'NAME_REQUIRED' });
  });
});

describe('a contact address', () => {
  test('keeps its lines and loses extra spaces', () => {
    expect(normalizeContactAddress('  1  Harbour Road \r\n\r\n Kowloon\t3 \n')).toBe('1 Harbour Road\nKowloon 3');
  });

  test.each(['', ' \n ', '--'])('requires an address instead of «%s»', (written) => {
    expect(normalizeContactAddress(written)).toEqual({ code: 'CONTACT_ADDRESS_REQUIRED' });
  });
});
