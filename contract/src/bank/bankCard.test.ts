// Bank cards: which parts are required and how much of the account number is shown.
import { describe, expect, it } from 'vitest';
import { CARD_PARTS, checkCardPart, maskAccountNumber } from './bankCard.ts';

describe('a part of a bank card', () => {
  it('may be empty when it is the branch or the IBAN, and no other', () => {
    const wrong = CARD_PARTS.flatMap((part) => checkCardPart(part, ' \t')?.code ?? []);
    expect(wrong).toEqual([
      'BANK_HOLDER_REQUIRED',
      'BANK_ACCOUNT_REQUIRED',
      'BANK_NAME_REQUIRED',
      'BANK_ADDRESS_REQUIRED',
      'SWIFT_INVALID',
      'PAYEE_ADDRESS_REQUIRED',
      'POSTAL_CODE_REQUIRED',
    ]);
  });

  it.each([
    ['holder', 'Nguyễn Văn An', undefined],
    ['swift', ' deut de ff ', undefined],
    ['swift', 'DEUTDE', 'SWIFT_INVALID'],
    ['iban', 'de89 3704 0044 0532 0130 00', undefined],
    ['iban', 'DE89370400440532013001', 'IBAN_CHECKSUM_WRONG'],
  ] as const)('%s: %s', (part, text, code) => {
    expect(checkCardPart(part, text)?.code).toBe(code);
  });
});

describe('an account number', () => {
  it.each([
    ['6222 0212 3456 7890', '****7890'],
    ['DE89-3704', '****3704'],
    ['12345', '****45'],
    ['7', '****'],
    ['', '****'],
  ])('%s is shown as %s', (number, shown) => {
    expect(maskAccountNumber(number)).toBe(shown);
  });
});
