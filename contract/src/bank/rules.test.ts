// Bank details, tested with the examples of SWIFT's IBAN registry (release 100), one for each country.
import { describe, expect, it } from 'vitest';
import {
  CARD_PARTS,
  checkCardHolder,
  checkCardPart,
  checkIban,
  checkSwift,
  formatIban,
  maskAccountNumber,
  normalizeIban,
  normalizeSwift,
} from './rules.ts';

const EXAMPLES = `
AD1200012030200359100100 AE070331234567890123456 AL47212110090000000235698741 AT611904300234573201 AZ21NABZ00000000137010001944
BA391290079401028494 BE68539007547034 BG80BNBG96611020345678 BH67BMAG00001299123456 BI4210000100010000332045181
BR1800360305000010009795493C1 BY13NBRB3600900000002Z00AB00 CH9300762011623852957 CR05015202001026284066 CY17002001280000001200527600
CZ6508000000192000145399 DE89370400440532013000 DJ2100010000000154000100186 DK5000400440116243 DO28BAGR00000001212453611324
EE382200221020145685 EG380019000500000000263180002 ES9121000418450200051332 FI2112345600000785 FK88SC123456789012
FO6264600001631634 FR1420041010050500013M02606 GB29NWBK60161331926819 GE29NB0000000101904917 GI75NWBK000000007099453
GL8964710001000206 GR1601101250000000012300695 GT82TRAJ01020000001210029690 HN88CABF00000000000250005469 HR1210010051863000160
HU42117730161111101800000000 IE29AIBK93115212345678 IL620108000000099999999 IQ98NBIQ850123456789012 IS140159260076545510730339
IT60X0542811101000000123456 JO94CBJO0010000000000131000302 KW81CBKU0000000000001234560101 KZ86125KZT5004100100
LB62099900000001001901229114 LC55HEMM000100010012001200023015 LI21088100002324013AA LT121000011101001000 LU280019400644750000
LV80BANK0000435195001 LY83002048000020100120361 MC5811222000010123456789030 MD24AG000225100013104168 ME25505000012345678951
MK07250120000058984 MN121234123456789123 MR1300020001010000123456753 MT84MALT011000012345MTLCAST001S
MU17BOMM0101101030300200000MUR NI45BAPR00000013000003558124 NL91ABNA0417164300 NO9386011117947 OM810180000001299123456
PK36SCBL0000001123456702 PL61109010140000071219812874 PS92PALS000000000400123456702 PT50000201231234567890154
QA58DOHB00001234567890ABCDEFG RO49AAAA1B31007593840000 RS35260005601001611379 RU0304452522540817810538091310419
SA0380000000608010167519 SC18SSCB11010000000000001497USD SD2129010501234001 SE4550000000058398257466 SI56263300012039086
SK3112000000198742637541 SM86U0322509800000000270100 SO211000001001000100141 ST23000100010051845310146
SV62CENR00000000000000700025 TL380080012345678910157 TN5910006035183598478831 TR330006100519786457841326
UA213223130000026007233566001 VA59001123000012345678 VG96VPVG0000012345678901 XK051212012345678906 YE15CBYE0001018861234567891234`
  .trim()
  .split(/\s+/);

/** Changes the last character, so that the checksum no longer fits. */
function mistyped(iban: string): string {
  const last = iban.slice(-1);
  const others = /\d/.test(last) ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  return `${iban.slice(0, -1)}${others.charAt((others.indexOf(last) + 1) % others.length)}`;
}

describe('IBAN', () => {
  it('has an example of each of the registry’s 89 countries', () => {
    expect(new Set(EXAMPLES.map((iban) => iban.slice(0, 2))).size).toBe(89);
  });
  it.each(EXAMPLES)('accepts %s, also in groups of four and in small letters', (iban) => {
    expect(checkIban(iban)).toBeUndefined();
    expect(checkIban(formatIban(iban))).toBeUndefined();
    expect(normalizeIban(formatIban(iban).toLowerCase())).toBe(iban);
  });
  it.each(EXAMPLES)('refuses %s with its last character changed', (iban) => {
    expect(checkIban(mistyped(iban))?.code).toMatch(/^IBAN_(CHECKSUM_WRONG|INVALID)$/);
  });
  it.each(EXAMPLES)('refuses %s without its last character as too short', (iban) => {
    expect(checkIban(iban.slice(0, -1))).toEqual({
      code: 'IBAN_LENGTH_WRONG',
      params: { country: iban.slice(0, 2), length: iban.length },
    });
  });
  it.each(EXAMPLES)('refuses %s with a letter among its check digits or one character too many', (iban) => {
    expect(checkIban(`${iban.slice(0, 3)}O${iban.slice(4)}`)).toEqual({ code: 'IBAN_INVALID' });
    expect(checkIban(`${iban}0`)?.code).toBe('IBAN_LENGTH_WRONG');
  });
  it('detects two swapped neighbours of one kind', () => {
    // A letter and a digit may have the same value in either order: B1 and 1B are both 111.
    const swapped = EXAMPLES.flatMap((iban) =>
      [...iban.slice(4).matchAll(/(?=(\d)(\d)|([A-Z])([A-Z]))/g)].flatMap(({ index, 1: a, 2: b, 3: c, 4: d }) => {
        const [before = '', after = ''] = a === undefined ? [c, d] : [a, b];
        return before === after ? [] : [`${iban.slice(0, index + 4)}${after}${before}${iban.slice(index + 6)}`];
      }),
    );
    expect(swapped.length).toBeGreaterThan(500);
    expect(swapped.filter((iban) => checkIban(iban) === undefined)).toEqual([]);
  });
  it.each([
    ['', 'IBAN_INVALID'],
    ['hello', 'IBAN_INVALID'],
    ['DE89!370400440532013000', 'IBAN_INVALID'],
    ['ＤＥ89370400440532013000', 'IBAN_INVALID'],
    ['ıE29AIBK93115212345678', 'IBAN_INVALID'],
    ['ZZ89370400440532013000', 'IBAN_COUNTRY_UNKNOWN'],
    // Valid checksums of countries whose banks use another country's IBAN or none.
    ['GF4120041010050500013M02606', 'IBAN_COUNTRY_UNKNOWN'],
    ['AX2112345600000785', 'IBAN_COUNTRY_UNKNOWN'],
    ['DZ580002100001113000000570', 'IBAN_COUNTRY_UNKNOWN'],
    ['DE88370400440532013000', 'IBAN_CHECKSUM_WRONG'],
    // 99 and 02 leave the same remainder, as do 01 and 98; the valid check digits are 02 and 98.
    ['DE99000000000000000030', 'IBAN_CHECKSUM_WRONG'],
    ['DE01000000000000000048', 'IBAN_CHECKSUM_WRONG'],
    // A valid checksum, but a letter where the country has digits.
    ['DE0537040044053201300A', 'IBAN_INVALID'],
  ])('«%s» is %s', (text, code) => {
    expect(checkIban(text)?.code).toBe(code);
  });
});

describe('check digits at the ends of their range', () => {
  it.each(['DE02000000000000000030', 'DE98000000000000000048'])('%s is an IBAN', (iban) => {
    expect(checkIban(iban)).toBeUndefined();
  });
});

describe('SWIFT code', () => {
  it.each(['DEUTDEFF', 'DEUTDEFF500', 'NEDSZAJJXXX', 'NCBVXKPR', 'chasus33', ' BOFA US 3N '])('%s is one', (text) => {
    expect(checkSwift(text)).toBeUndefined();
  });
  it.each(['', 'DEUT', 'DEUTDEFF5', 'DEUTDEFF5000', '1EUTDEFF', 'DEUTZZFF', 'DEUTDEFF-50', 'DEUTDEＦF'])(
    '«%s» is none',
    (text) => {
      expect(checkSwift(text)).toEqual({ code: 'SWIFT_INVALID' });
    },
  );
  it('stores one spelling', () => {
    expect(normalizeSwift(' chas us33 ')).toBe('CHASUS33');
  });
});

// Bank cards: which parts are required and how much of the account number is shown.
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

// Card holder names: spellings of the verified name are accepted, other names are refused.
describe('the holder of a card', () => {
  it.each([
    ['Ann Trader', 'ANN TRADER'],
    ['Ann Trader', 'Trader, Ann'],
    ['Ann Trader', '  ann   trader '],
    ['María de los Ángeles Fernández-Villaverde', 'FERNANDEZ VILLAVERDE MARIA DE LOS ANGELES'],
    ['Jürgen Größmann', 'JUERGEN GROESSMANN'],
    ['Jürgen Größmann', 'Jurgen Grossmann'],
    ['Søren Ærø', 'SOREN AERO'],
    ['Nguyễn Đức Thắng', 'NGUYEN DUC THANG'],
    ['Siobhán O’Brien', "O'BRIEN SIOBHAN"],
    ['王小明', '王 小明'],
    ['Иван Ёлкин', 'ЁЛКИН ИВАН'],
    ['Ann Trader', 'Ａｎｎ Ｔｒａｄｅｒ'],
    ['İpek Işık', 'IPEK ISIK'],
    ['สมชาย ใจดี', 'สมชายใจดี'],
  ])('%s may be written %s', (verified, holder) => {
    expect(checkCardHolder(holder, verified)).toBeUndefined();
    expect(checkCardHolder(verified, holder)).toBeUndefined();
  });

  it.each([
    ['Ann Trader', 'Mallory Trader'],
    ['Ann Trader', 'Ann'],
    ['Ann Trader', 'Ann Mary Trader'],
    ['Ann Trader', ''],
    ['かとう はな', 'がとう はな'],
    ['王小明', '王小华'],
  ])('of %s is not %s', (verified, holder) => {
    expect(checkCardHolder(holder, verified)).toEqual({ code: 'BANK_HOLDER_DIFFERS' });
  });
});
