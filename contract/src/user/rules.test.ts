// Accepted input of a registration: addresses, passwords and codes, at each limit.
import { describe, expect, it } from 'vitest';
import {
  checkAppPassword,
  checkCodeForm,
  checkNewPassword,
  checkPassword,
  isCodedError,
  normalizeEmail,
} from './rules.ts';
import { normalizePhone } from './phone.ts';

describe('an e-mail address', () => {
  it('is compared without spaces around it and in small letters', () => {
    expect(normalizeEmail('  Trader.One+x@Example.COM ')).toBe('trader.one+x@example.com');
  });

  it.each([
    ['', 'ACCOUNT_REQUIRED'],
    ['   ', 'ACCOUNT_REQUIRED'],
    ['trader', 'EMAIL_INVALID'],
    ['trader@', 'EMAIL_INVALID'],
    ['a b@example.com', 'EMAIL_INVALID'],
    ['trader@example.com\u0000', 'EMAIL_INVALID'],
    [`${'a'.repeat(250)}@example.com`, 'EMAIL_INVALID'],
  ])('is refused: %j', (input, code) => {
    expect(normalizeEmail(input)).toEqual({ code });
  });
});

describe('a phone number', () => {
  it.each([
    ['(201) 555-0123', '1', '+12015550123'],
    ['612 345 678', '+34', '+34612345678'],
    ['+34612345678', '1', '+34612345678'],
    // Without a calling code the digits are those of the whole number.
    ['12015550123', '', '+12015550123'],
  ])('%s with calling code %s is %s', (input, callingCode, expected) => {
    expect(normalizePhone(input, callingCode)).toBe(expected);
  });

  it.each([
    ['', '1', 'ACCOUNT_REQUIRED'],
    ['12', '1', 'PHONE_INVALID'],
    ['not a number', '1', 'PHONE_INVALID'],
  ])('%j with calling code %j is refused', (input, callingCode, code) => {
    expect(normalizePhone(input, callingCode)).toEqual({ code });
  });
});

describe('a password', () => {
  it('has six characters or more, counted as users count them', () => {
    expect(checkPassword('')).toEqual({ code: 'PASSWORD_REQUIRED' });
    expect(checkPassword('12345')).toEqual({ code: 'PASSWORD_TOO_SHORT', params: { min: 6 } });
    expect(checkPassword('🔑🔑🔑')).toEqual({ code: 'PASSWORD_TOO_SHORT', params: { min: 6 } });
    expect(checkPassword('123456')).toBeUndefined();
    expect(checkPassword('x'.repeat(128))).toBeUndefined();
    expect(checkPassword('x'.repeat(129))).toEqual({ code: 'PASSWORD_TOO_LONG', params: { max: 128 } });
  });

  it('is repeated exactly', () => {
    expect(checkNewPassword('123456', '123456')).toBeUndefined();
    expect(checkNewPassword('123456', '123456 ')).toEqual({ code: 'PASSWORD_MISMATCH' });
    expect(checkNewPassword('123', '1234')).toEqual({ code: 'PASSWORD_TOO_SHORT', params: { min: 6 } });
  });
});

describe('a code', () => {
  it('is six digits', () => {
    expect(checkCodeForm(' 123456 ')).toBeUndefined();
    expect(checkCodeForm('  ')).toEqual({ code: 'CODE_REQUIRED' });
    for (const code of ['12345', '1234567', '12345a', '１２３４５６'])
      expect(checkCodeForm(code)).toEqual({ code: 'CODE_WRONG' });
  });
});

it('distinguishes an error from a value', () => {
  expect([isCodedError({ code: 'CODE_WRONG' }), isCodedError('trader@example.com'), isCodedError(null)]).toEqual([
    true,
    false,
    false,
  ]);
});

describe('a new password in our forms', () => {
  const TOO_SHORT = { code: 'PASSWORD_TOO_SHORT', params: { min: 8 } };

  it.each([
    ['', '', { code: 'PASSWORD_REQUIRED' }],
    ['1234567', '1234567', TOO_SHORT],
    ['🔑🔑🔑🔑🔑🔑🔑', '', TOO_SHORT],
    ['all lower', 'all upper', { code: 'PASSWORD_MISMATCH' }],
    ['12345678', '12345678', undefined],
    ['🔑🔑🔑🔑🔑🔑🔑🔑', '🔑🔑🔑🔑🔑🔑🔑🔑', undefined],
    ['x'.repeat(128), 'x'.repeat(128), undefined],
    ['x'.repeat(129), 'x'.repeat(129), { code: 'PASSWORD_TOO_LONG', params: { max: 128 } }],
  ])('«%s» repeated as «%s»', (password, repeat, fault) => {
    expect(checkAppPassword(password, repeat)).toEqual(fault);
  });
});
