// Checks of single form fields: stakes, fund passwords, anti-phishing codes, passkey names and phone numbers; and of
// the money rates and rejection reasons of operators.
import { describe, expect, it } from 'vitest';
import { decimal as d } from './money/money.ts';
import {
  checkFundPassword,
  checkNewFundPassword,
  checkPasskeyName,
  maskAntiPhishingCode,
  normalizeAntiPhishingCode,
} from './security/rules.ts';
import { isRateLeap, isRateOld } from './money-rates/rules.ts';
import { isNationalNumberOf, normalizePhone } from './user/phone.ts';
import { OPERATOR_REASONS, REVIEW_REASONS, reviewReasonOf } from './reviewReasons.ts';
import { checkStake } from './options/stake.ts';

describe('a stake', () => {
  const terms = { minStake: d('10'), maxStake: d('1000') };
  const bounds = { min: '10', max: '1000' };

  it.each([
    [undefined, { code: 'AMOUNT_REQUIRED' }],
    ['0', { code: 'AMOUNT_REQUIRED' }],
    ['9.99', { code: 'AMOUNT_TOO_SMALL', params: bounds }],
    ['10', undefined],
    ['1000', undefined],
    ['1000.01', { code: 'AMOUNT_TOO_LARGE', params: bounds }],
    ['10.12345678', undefined],
    ['10.123456789', { code: 'AMOUNT_PRECISION', params: { places: 8 } }],
  ])('of %s', (stake, fault) => {
    expect(checkStake(stake === undefined ? undefined : d(stake), terms)).toEqual(fault);
  });
});

describe('a fund password', () => {
  it('has exactly six digits', () => {
    expect(checkFundPassword('012345')).toBeUndefined();
    expect(checkFundPassword('')).toEqual({ code: 'FUND_PASSWORD_REQUIRED' });
    for (const wrong of ['12345', '1234567', '12345a', ' 123456', '123456 '])
      expect(checkFundPassword(wrong)).toEqual({ code: 'FUND_PASSWORD_FORMAT' });
  });

  it('must be repeated when it is new', () => {
    expect(checkNewFundPassword('012345', '012345')).toBeUndefined();
    expect(checkNewFundPassword('012345', '012346')).toEqual({ code: 'PASSWORD_MISMATCH' });
    expect(checkNewFundPassword('', '012346')).toEqual({ code: 'FUND_PASSWORD_REQUIRED' });
  });
});

describe('an anti-phishing code', () => {
  const refused = { code: 'ANTI_PHISHING_FORMAT', params: { min: 4, max: 20 } };

  it('accepts words of 4 to 20 letters and digits in any script', () => {
    expect(normalizeAntiPhishingCode('  blue kite 7 ')).toBe('blue kite 7');
    expect(normalizeAntiPhishingCode('abcd')).toBe('abcd');
    expect(normalizeAntiPhishingCode('a'.repeat(20))).toBe('a'.repeat(20));
    expect(normalizeAntiPhishingCode('สวัสดี')).toBe('สวัสดี');
    expect(normalizeAntiPhishingCode('cafe\u0301')).toBe('café');
  });

  it.each(['abc', 'a'.repeat(21), 'two  blanks', 'dots.in.it', ''])('is not «%s»', (text) => {
    expect(normalizeAntiPhishingCode(text)).toEqual(refused);
  });

  it('shows only the first and the last character', () => {
    expect(maskAntiPhishingCode('kite')).toBe('k•••••e');
    expect(maskAntiPhishingCode('a longer code')).toBe('a•••••e');
    expect(maskAntiPhishingCode('')).toBe('•••••');
  });
});

it('refuses passkey names that are empty or longer than 40 characters', () => {
  expect(checkPasskeyName(' Phone ')).toBeUndefined();
  expect(checkPasskeyName(` ${'𝒙'.repeat(40)} `)).toBeUndefined();
  expect(checkPasskeyName('  ')).toEqual({ code: 'PASSKEY_NAME_REQUIRED' });
  expect(checkPasskeyName('x'.repeat(41))).toEqual({ code: 'PASSKEY_NAME_TOO_LONG', params: { max: 40 } });
});

describe('a phone number', () => {
  it('has one stored form', () => {
    expect(normalizePhone('(202) 555-01.43', '1')).toBe('+12025550143');
    expect(normalizePhone('202 555 0143', '+1')).toBe('+12025550143');
    expect(normalizePhone('+44 20 7946 0958', '1')).toBe('+442079460958');
    expect(normalizePhone(' - ', '1')).toEqual({ code: 'ACCOUNT_REQUIRED' });
    expect(normalizePhone('123', '1')).toEqual({ code: 'PHONE_INVALID' });
    expect(normalizePhone('not a number', '1')).toEqual({ code: 'PHONE_INVALID' });
  });

  it('matches its national digits, or all of them', () => {
    expect(isNationalNumberOf('+442079460958', '020 7946 0958')).toBe(true);
    expect(isNationalNumberOf('+442079460958', '+44 20 7946 0958')).toBe(true);
    expect(isNationalNumberOf('+442079460958', '7946 0958')).toBe(false);
    expect(isNationalNumberOf('77', '77')).toBe(true);
  });
});

describe('a rate of money', () => {
  it('is used on its day and for seven days after it', () => {
    expect(isRateOld({ day: '2026-11-01' }, Date.parse('2026-11-08T23:59:59.999Z'))).toBe(false);
    expect(isRateOld({ day: '2026-11-01' }, Date.parse('2026-11-09T00:00:00.000Z'))).toBe(true);
    expect(isRateOld({ day: '2026-12-01' }, Date.parse('2026-11-09T00:00:00.000Z'))).toBe(false);
  });

  it('leaps when it grows or falls by half', () => {
    expect([isRateLeap(d('2'), d('2.9999')), isRateLeap(d('2'), d('3'))]).toEqual([false, true]);
    expect([isRateLeap(d('2.9999'), d('2')), isRateLeap(d('3'), d('2'))]).toEqual([false, true]);
  });
});

describe('a reason of a rejection', () => {
  it('has a code unless an operator wrote it', () => {
    expect(reviewReasonOf(REVIEW_REASONS.SANDBOX_DEPOSIT)).toBe('SANDBOX_DEPOSIT');
    expect(reviewReasonOf(REVIEW_REASONS.BLURRY_PHOTO)).toBe('BLURRY_PHOTO');
    expect(reviewReasonOf('Please call us.')).toBeUndefined();
  });

  it('keeps its code when its text has changed since', () => {
    const earlier = 'The address or bank details are wrong. Correct them and ask again.';
    expect(reviewReasonOf(earlier)).toBe('PAYOUT_DETAILS_WRONG');
  });

  it('can be given by operators, except those of the sandbox', () => {
    expect(OPERATOR_REASONS['blurry_photo']).toBe(REVIEW_REASONS.BLURRY_PHOTO);
    expect(Object.keys(OPERATOR_REASONS).filter((name) => name.startsWith('sandbox'))).toEqual([]);
  });
});
