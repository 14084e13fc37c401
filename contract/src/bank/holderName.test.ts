// Card holder names: spellings of the verified name are accepted, other names are refused.
import { describe, expect, it } from 'vitest';
import { checkCardHolder } from './holderName.ts';

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
