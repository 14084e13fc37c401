/** The pictures to take: all, unless the words of the command name screens, states, sizes or themes. */
import { parseArgs } from 'node:util';
import { SCREENS, type Onlooker, type Screen } from '../screens.ts';
import { STATES as SHEETS } from '../states.ts';

/** Prices of three venues, of two, and none (`src/testing/gallery/livePrices.ts`). */
const LIVE_STATES = ['live', 'two-venues', 'stalled'] as const;
/** `visitor`: the whole screen for visitors without a login, where others see it too. */
export const STATES = ['full', 'longest', 'empty', 'loading', 'failing', 'offline', 'visitor', ...LIVE_STATES] as const;
export type State = (typeof STATES)[number];
const SIZES = {
  '360x640': [360, 640],
  '390x844': [390, 844],
  '820x1180': [820, 1180],
  '1280x800': [1280, 800],
  '1440x900': [1440, 900],
} as const;
type Size = keyof typeof SIZES;
const THEMES = ['dark', 'light'] as const;
/** Screens that live prices change. */
const LIVE_SCREENS: ReadonlySet<string> = new Set(['home', 'trade', 'kline', 'option', 'futures', 'price-source']);
/** The language that needs the most room. */
const LONGEST = 'esp';

export type Shot = { readonly width: number; readonly height: number; readonly theme: 'dark' | 'light' };
/** Screens that one page shows one after the other. */
export type Round = {
  readonly state: State;
  readonly onlooker: Onlooker;
  readonly language: string;
  readonly screens: readonly Screen[];
};
export type Choice = { readonly shots: readonly Shot[]; readonly rounds: readonly Round[] };

/** Enough for a page that restarts, and so few that no worker waits long for the others at the end. */
const SCREENS_A_ROUND = 12;

/** Throws, listing the valid words, when a word names nothing. */
export function readChoice(args: readonly string[]): Choice {
  const word = { type: 'string' } as const;
  const options = { state: word, size: word, theme: word, language: word };
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const names = [...SCREENS, ...SHEETS].map(({ name }) => name);
  const screens = positionals.length === 0 ? names : chosen(positionals.join(','), names);
  const sizes = chosen(values.size, Object.keys(SIZES) as Size[]).map((size) => SIZES[size]);
  const themes = chosen(values.theme, THEMES);
  const shots = sizes.flatMap(([width, height]) => themes.map((theme) => ({ width, height, theme })));
  const isChosen = ({ name }: Screen) => screens.includes(name);
  const rounds = chosen(values.state, STATES).flatMap((state) => {
    // Sheets and refused forms are reached in the full state.
    const known = state === 'full' || state === 'longest' ? [...SCREENS, ...SHEETS] : SCREENS;
    return roundsOf(state, known.filter(isChosen), values.language);
  });
  return { shots, rounds };
}

function chosen<Word extends string>(words: string | undefined, known: readonly Word[]): readonly Word[] {
  if (words === undefined) return known;
  return words.split(',').map((word) => {
    const found = known.find((each) => each === word);
    if (found === undefined) throw new Error(`There is no «${word}»: use ${known.join(', ')}.`);
    return found;
  });
}

function roundsOf(state: State, screens: readonly Screen[], language?: string): Round[] {
  const own = { state, language: language ?? (state === 'longest' ? LONGEST : 'en') };
  return (['user', 'newcomer', 'visitor'] as const).flatMap((onlooker) => {
    const seen = screens.filter((screen) => isSeenBy(screen, state, onlooker));
    const starts = seen.flatMap((_, index) => (index % SCREENS_A_ROUND === 0 ? [index] : []));
    return starts.map((start) => ({ ...own, onlooker, screens: seen.slice(start, start + SCREENS_A_ROUND) }));
  });
}

/** Each screen as the user with the most on it. */
function isSeenBy({ name, shownTo }: Screen, state: State, onlooker: Onlooker): boolean {
  if (LIVE_STATES.some((one) => one === state) && !LIVE_SCREENS.has(name)) return false;
  if (state === 'visitor') return onlooker === 'visitor' && shownTo.includes('visitor') && shownTo.length > 1;
  return onlooker === (['user', 'newcomer', 'visitor'] as const).find((each) => shownTo.includes(each));
}
