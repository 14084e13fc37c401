// The glossary's check finds a word to avoid and a term with another name, and nothing else.
import { describe, expect, it } from 'vitest';
import { findGaps, findOtherWords, parseGlossary, readGlossary } from './glossary.ts';

const glossary = parseGlossary(`
| English | esp             | jp             |
| ------- | --------------- | -------------- |
| fee     | comisión        | 手数料         |
| amount  | importe (monto) | 金額 (数量)    |

## Words to avoid

- \`esp\`: tarifa, tasa, apuest*
- \`jp\`: 料金

## Exceptions

- \`esp spot.json: rate\`: the rate of interest is called so
`);

const esp = (english: string, text: string, key = 'spot.json: fee') =>
  findOtherWords(glossary, 'esp', [{ key, english, text }]);

describe('the glossary', () => {
  it('accepts its own words, their other forms, and a longer text', () => {
    expect(esp('Fee', 'Comisión')).toEqual([]);
    expect(esp('Amount:', 'Monto:')).toEqual([]);
    expect(esp('No fee', 'Gratis')).toEqual([]);
  });

  it('finds a term with another name', () => {
    expect(esp('Fee', 'Coste')).toEqual(['spot.json: fee calls «Fee» «Coste», not comisión']);
  });

  it('finds a word to avoid: whole words in scripts with spaces, anywhere in others', () => {
    expect(esp('What it costs', 'La tarifa de hoy')).toEqual(['spot.json: fee says «tarifa»: «La tarifa de hoy»']);
    expect(esp('Valued', 'Tasación')).toEqual([]);
    const japanese = { key: 'spot.json: fee', english: 'What it costs', text: '取引料金です' };
    expect(findOtherWords(glossary, 'jp', [japanese])).toHaveLength(1);
  });

  it('finds every ending of a stem', () => {
    expect(esp('Stakes', 'Cuánto apuestas')).toEqual(['spot.json: fee says «apuest*»: «Cuánto apuestas»']);
    expect(esp('Out of place', 'Una respuesta')).toEqual([]);
  });

  it('skips exceptions with a reason', () => {
    expect(esp('Rate', 'Tasa', 'spot.json: rate')).toEqual([]);
  });

  it('has at least 60 terms, and a word for each in every language', () => {
    expect(readGlossary().terms.length).toBeGreaterThanOrEqual(60);
    expect(findGaps(readGlossary())).toEqual([]);
    expect(findGaps(glossary)).toContain('«fee» has no word in kr');
  });
});
