// Texts for narrow places are short enough in every language: the tab bar, segments, columns. The walks through all
// screens (e2e/specs/walks.spec.ts) have shown which width fits on a phone of 320 points; to allow more, check the
// place first, and then raise the number here.

/** The texts of one file by their key in it. */
type Texts = Readonly<Record<string, string>>;

/**
 * The places of texts that cannot wrap: their keys after the name of their file, and the largest number of letters of
 * usual width.
 */
export type Place = { readonly name: string; readonly keys: RegExp; readonly max: number };

export const PLACES: readonly Place[] = [
  { name: 'the tab bar', keys: /^shell\.tabs\.(home|trade|option|trust|assets)$/, max: 11 },
  { name: 'the title of a page', keys: /^shell\.titles\./, max: 25 },
  {
    name: 'the segments of the theme',
    keys: /^(shell\.menu\.theme|settings\.appearance\.themes\.)(dark|light|system)$/i,
    max: 8,
  },
  { name: 'the sides of the ticket', keys: /^spot\.side\./, max: 7 },
  { name: 'the order settings', keys: /^spot\.ticket\.exitsBrief$/, max: 10 },
  { name: 'the tabs of orders', keys: /^spot\.orders\.(open|history|fills)$/, max: 11 },
  { name: 'the slippage cap', keys: /^spot\.ticket\.capOff$/, max: 14 },
  { name: 'the intervals of the chart', keys: /^kline\.intervals\./, max: 6 },
  { name: 'the figures of a candle', keys: /^chart\.(open|high|low|close|volume)$/, max: 6 },
  { name: 'the columns of home', keys: /^home\.column\./, max: 16 },
  { name: 'the lists of home and the kinds of records', keys: /^(home|records)\.view\.(?!label$)/, max: 11 },
  { name: 'the accounts', keys: /^assets\.accounts\.(?!label$)/, max: 11 },
  { name: 'the legend of the order book', keys: /^common\.house\.label$/, max: 24 },
  { name: 'the label of a source of prices', keys: /^common\.source\.\w+Short$/, max: 10 },
];

/** Letters of Chinese, Japanese and Korean, and full-width forms: twice as wide as those of the alphabet. */
const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6]/u;
/** Vowels and tones above and below a letter. */
const NO_WIDTH = /\p{Mn}/u;

/** How wide a text is, in letters of usual width. */
export function widthOf(text: string): number {
  const widths = [...text.normalize('NFC')].map((letter) => (NO_WIDTH.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1));
  return widths.reduce<number>((sum, width) => sum + width, 0);
}

/** The texts of one file of one language that are too wide for their place. */
export function findTooWide(file: string, texts: Texts, places: readonly Place[] = PLACES): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    places
      .filter(({ keys, max }) => keys.test(`${file}.${key}`) && widthOf(text) > max)
      .map(({ name, max }) => `${file}: ${key} is ${widthOf(text)} letters wide, of ${max} that fit in ${name}`),
  );
}

/** The places without a matching key: they were renamed, and nothing would be checked. */
export function findEmptyPlaces(keys: readonly string[], places: readonly Place[] = PLACES): string[] {
  return places
    .filter((place) => !keys.some((key) => place.keys.test(key)))
    .map(({ name }) => `${name}: there is no such text any more`);
}
