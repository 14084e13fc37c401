/** Market search by coin, name in any language, or pair, with or without a slash, in any case. */
import type { Market } from '@halyard/contract/market/calls';
import type { NameOf } from './usualNames.ts';

type Searched = Pick<Market, 'base' | 'quote'>;

/** Matching markets, best match first, otherwise in the given order; all of them for an empty query. */
export function searchMarkets<M extends Searched>(markets: readonly M[], text: string, nameOf: NameOf): readonly M[] {
  const wanted = plain(text);
  if (wanted === '') return markets;
  const ranks: M[][] = Array.from({ length: RANKS.length }, () => []);
  for (const market of markets) {
    const words = wordsOf(market, nameOf);
    const rank = RANKS.findIndex((matches) => matches(words, wanted));
    ranks[rank]?.push(market);
  }
  return ranks.flat();
}

type Words = {
  readonly base: string;
  readonly pair: string;
  readonly quote: string;
  readonly names: readonly string[];
};

/** Ranks from the best match to the weakest. */
const RANKS: readonly ((words: Words, wanted: string) => boolean)[] = [
  ({ base, pair }, wanted) => base === wanted || pair === wanted,
  ({ names }, wanted) => names.includes(wanted),
  ({ pair }, wanted) => pair.startsWith(wanted),
  ({ names }, wanted) => names.some((name) => name.startsWith(wanted)),
  ({ quote }, wanted) => quote.startsWith(wanted),
  ({ pair, names }, wanted) => pair.includes(wanted) || names.some((name) => name.includes(wanted)),
];

// Reused for every key that is typed.
const known = new Map<string, Words>();

function wordsOf({ base, quote }: Searched, nameOf: NameOf): Words {
  const all = [nameOf(base) ?? '', ...(nameOf.aliasesOf?.(base) ?? [])];
  const key = `${base}/${quote} ${all.join()}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const words = {
    base: plain(base),
    pair: plain(base + quote),
    quote: plain(quote),
    names: all.filter((name) => name !== '').map(plain),
  };
  known.set(key, words);
  return words;
}

/** Upper case without separators; full-width letters of East Asian keyboards become plain ones. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s/_-]+/g, '');
}
