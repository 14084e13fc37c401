// The check of titles finds a document that is called otherwise than its page, and a heading that is gone.
import { expect, it } from 'vitest';
import { findOtherTitles } from './titles.ts';

const HEADINGS = [['bankCard', 'bank', 'title']] as const;
const files = (title: string, heading: string) => ({
  'shell.json': { 'titles.bankCard': title },
  'bank.json': { title: heading },
});

it('takes a title that is the heading of its page', () => {
  expect(findOtherTitles(files('Cuenta bancaria', 'Cuenta bancaria'), HEADINGS)).toEqual([]);
});

it('finds another title, and a heading that is not there', () => {
  expect(findOtherTitles(files('Tarjeta', 'Cuenta bancaria'), HEADINGS)).toEqual([
    'titles.bankCard is «Tarjeta», the heading of its page (bank.json: title) «Cuenta bancaria»',
  ]);
  expect(findOtherTitles({}, HEADINGS)).toHaveLength(1);
});
