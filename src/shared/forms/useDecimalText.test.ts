// After any typing, pasting and deleting in a number field, in every language and at every caret position, the text has
// one reading; a number of the language is read correctly or rejected; and a rejected edit changes nothing. By
// examples, and by random edits.
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { parseDecimal, ZERO } from '@halyard/contract/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount } from '../format/numbers.ts';
import { readTyped } from '../format/parse.ts';
import { editNumber, type Edited } from './useDecimalText.ts';

type Field = Pick<Edited, 'text' | 'refusal'>;
type State = Field & { readonly caret: number };

/** Replaces the selection, as a browser does before it reports the change. */
function put(before: string, inserted: string, [start, end]: [number, number], locale: string): State {
  const after = before.slice(0, start) + inserted + before.slice(end);
  const { text, selection, refusal } = editNumber({ before, after, caret: start + inserted.length }, locale);
  return { text, caret: selection.end, refusal };
}

/** The last reason on the way, as the field shows it until the next accepted edit. */
function type(keys: string, locale: string): State {
  let state: State = { text: '', caret: 0 };
  for (const key of keys) state = put(state.text, key, [state.caret, state.caret], locale);
  return state;
}

const valueOf = (text: string, locale: string) => readTyped(text, locale).value;
const paste = (text: string, locale: string) => put('', text, [0, 0], locale);

describe('keys', () => {
  test.each([
    ['es', '1,5', '1.5'],
    ['es', '1.5', '1.5'],
    ['en', '1,5', '1.5'],
    ['en', '0,001', '0.001'],
    ['en', '1,234.5', '1234.5'],
    ['en', '12,345,678', '12345678'],
    ['es', '27.236,5', '27236.5'],
    ['en', '.5', '0.5'],
    ['ja', '１２．５', '12.5'],
    ['th-u-ca-gregory-nu-latn', '๑๒.๕', '12.5'],
  ])('in %s %s is %s', (locale, keys, value) => {
    expect(valueOf(type(keys, locale).text, locale)).toBe(value);
  });

  test.each([
    ['en', '12a', '12'],
    ['en', '-', ''],
    ['en', '1.5.', '1.5'],
    ['en', '1.5,', '1.5'],
    ['en', '5,,', '5,'],
  ])('in %s the last of %s is rejected', (locale, keys, text) => {
    const state = type(keys, locale);
    expect(state.text).toBe(text);
    expect(state.refusal).toBeDefined();
  });

  test('a comma that can separate thousands or decimals is not guessed', () => {
    const { text, refusal } = type('1,234', 'en');
    expect(valueOf(text, 'en')).toBeUndefined();
    expect(refusal).toEqual({ reason: 'either', readings: { whole: '1234', part: '1.234' } });
    expect(valueOf(type('1,2340', 'en').text, 'en')).toBe('1.234');
  });

  test('the caret stays after a rejected key', () => {
    const refused = put('1234', 'x', [2, 2], 'en');
    expect(refused).toEqual({ text: '1234', caret: 2, refusal: { reason: 'characters' } });
    expect(put(refused.text, '5', [refused.caret, refused.caret], 'en').text).toBe('12534');
  });

  test('a digit beyond a decimal’s maximum is rejected', () => {
    const full = `0.${'1'.repeat(18)}`;
    expect(put(full, '1', [full.length, full.length], 'en')).toMatchObject({
      text: full,
      refusal: { reason: 'digits' },
    });
  });

  test('a decimal point instead of digits keeps the rest apart', () => {
    expect(valueOf(put('12345678', ',', [1, 5], 'es').text, 'es')).toBe('1.678');
    expect(put('12345678', '.', [1, 5], 'es').refusal).toMatchObject({ reason: 'either' });
  });
});

describe('a pasted text', () => {
  test.each([
    ['en', '28,110.5', '28110.5', '28110.5'],
    ['es', '28.110,5', '28110,5', '28110.5'],
    ['en', '٣٫٥', '3.5', '3.5'],
  ])('in %s %s becomes %s', (locale, text, shown, value) => {
    expect(paste(text, locale)).toEqual({ text: shown, caret: shown.length, refusal: undefined });
    expect(valueOf(shown, locale)).toBe(value);
  });

  test.each([
    ['en', '0,001', 'unclear'],
    ['es', '0.001', 'unclear'],
    ['vi', '0.500', 'unclear'],
    ['es', '1.500', 'either'],
    ['en', '0.5 BTC', 'characters'],
    ['en', '$1,234.56', 'characters'],
    ['en', '-28,110.5', 'characters'],
    ['en', '1,5', 'unclear'],
  ])('in %s %s is rejected: %s', (locale, text, reason) => {
    expect(paste(text, locale)).toMatchObject({ text: '', refusal: { reason } });
  });

  test('between digits is never taken for a group separator', () => {
    expect(put('1234', '1,5', [2, 2], 'en')).toMatchObject({ text: '1234', refusal: { reason: 'unclear' } });
  });

  test('replaces everything, although it begins with the previous text', () => {
    const edit = { before: '15', after: '1,500', caret: 5, selected: { start: 0, end: 2 } };
    expect(editNumber(edit, 'en').text).toBe('1500');
  });
});

test('clearing leaves nothing', () => {
  expect(put('5', '', [0, 1], 'en')).toEqual({ text: '', caret: 0, refusal: undefined });
});

describe.each(LANGUAGES)('in %s', (language) => {
  const locale = LOCALES[language];
  const figures = fc
    .tuple(fc.stringMatching(/^(0|[1-9]\d{0,11})$/), fc.stringMatching(/^(\.\d{1,8})?$/))
    .map(([whole, part]) => parseDecimal(whole + part) ?? ZERO);
  const snippets = fc.oneof(
    fc.constantFrom(
      '',
      '0',
      '1',
      '23',
      '456',
      '.',
      ',',
      '0,001',
      '0.001',
      '1.500',
      '1,500',
      '1.234,5',
      '1,234.5',
      '１２',
      '๓',
    ),
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,- ax٣')), maxLength: 6 }),
  );

  test('a number of the language is parsed correctly or rejected, typed or pasted', () => {
    fc.assert(
      fc.property(figures, (value) => {
        const text = formatAmount(value, locale, { places: 8, minPlaces: 0 });
        expect(valueOf(paste(text, locale).text, locale)).toBe(value);
        const typed = type(text, locale);
        if (typed.refusal === undefined) expect(valueOf(typed.text, locale)).toBe(value);
        else expect(valueOf(typed.text, locale)).toBeUndefined();
      }),
    );
  });

  test('an edit is accepted as it is, or changes nothing and gives a reason', () => {
    const edits = fc.array(fc.tuple(snippets, fc.nat(12), fc.nat(12)), { maxLength: 12 });
    fc.assert(
      fc.property(edits, (changes) => {
        let text = '';
        for (const [inserted, one, other] of changes) {
          const [start, end] = [Math.min(one, other, text.length), Math.min(Math.max(one, other), text.length)];
          const next = put(text, inserted, [start, end], locale);
          const isRefused = next.text === text && inserted !== '' && next.refusal !== undefined;
          const isPlain = /^[\d.,]*$/.test(next.text);
          expect(isPlain).toBe(true);
          // A text without a reading has a reason below it.
          if (/\d/.test(next.text) && !isRefused) {
            expect(valueOf(next.text, locale) === undefined).toBe(next.refusal !== undefined);
          }
          text = next.text;
        }
      }),
    );
  });
});

test('a field of two decimals takes no third one, but lets a longer number be corrected', () => {
  const edit = (before: string, after: string) =>
    editNumber({ before, after, caret: after.length, places: 2 }, 'en').text;
  expect(edit('1.23', '1.234')).toBe('1.23');
  expect(edit('7', '0.123')).toBe('7');
  expect(edit('1.2345', '1.234')).toBe('1.234');
  expect(edit('1.2', '1.25')).toBe('1.25');
});
