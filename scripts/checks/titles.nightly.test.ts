// The check of titles finds a document title that differs from its page, and a missing heading.
import { expect, it } from 'vitest';
import { findOtherTitles } from './titles.ts';

const HEADINGS = [['bankCard', 'bank', 'title']] as const;
const files = (title: string, heading: string) => ({
  'shell.json': { 'titles.bankCard': title },
  'bank.json': { title: heading },
});

it('accepts a title that equals the heading of its page', () => {
  expect(findOtherTitles(files('Cuenta bancaria', 'Cuenta bancaria'), HEADINGS)).toEqual([]);
});

it('finds a different title, and a missing heading', () => {
  expect(findOtherTitles(files('Tarjeta', 'Cuenta bancaria'), HEADINGS)).toEqual([
    'titles.bankCard is «Tarjeta», the heading of its page (bank.json: title) «Cuenta bancaria»',
  ]);
  expect(findOtherTitles({}, HEADINGS)).toHaveLength(1);
});
