/** Which colours rising and falling prices have where it was never said. */
import type { Language } from '@halyard/contract/languages';
import type { PriceColours } from './preferencesSlice.ts';

/** The colours to show: the chosen ones, otherwise those that readers of the language expect. `public/theme.js` knows the same rule. */
export function shownColours(chosen: PriceColours | undefined, language: Language): PriceColours {
  return chosen ?? (language === 'kr' ? 'red-up' : 'green-up');
}
