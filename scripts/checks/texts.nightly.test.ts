// The reader of texts gives articles line by line, and all languages the same files.
import { expect, it } from 'vitest';
import { LANGUAGES } from '@halyard/contract/languages';
import { linesOf, readAllTexts } from './texts.ts';

it('reads an article by its title, its summary and the numbers of its lines', () => {
  expect(linesOf('---\nkind: help\ntitle: Fees\nsummary: One.\n---\n\n## Spot\n\n0.1%\n')).toEqual({
    title: 'Fees',
    summary: 'One.',
    'line 7': '## Spot',
    'line 9': '0.1%',
  });
});

it('reads the same files in every language, with articles and the texts that share a file', () => {
  const names = LANGUAGES.map((language) => Object.keys(readAllTexts(language)).toSorted());
  for (const own of names) expect(own).toEqual(names[0]);
  expect(names[0]).toEqual(
    expect.arrayContaining(['content/help/trust', 'transferTexts', 'sandboxTexts', 'spot.json']),
  );
});
