/** How the user wants the app: kept on this device, readable without a connection. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import * as z from 'zod/mini';
import type { Language } from '@halyard/contract/languages';
import { parseDecimal, type Decimal } from '@halyard/contract/money';
import { checkMaxSlippage, USUAL_MAX_SLIPPAGE } from '@halyard/contract/spot/slippage';
import type { RootState } from '../../shared/store/rootState.ts';
import type { ChartPreferences } from './chartPreferences.ts';

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];

/** Which colours rising and falling prices have; Korea has red for what rises and blue for what falls. */
export const PRICE_COLOURS = ['green-up', 'red-up', 'red-blue', 'colour-blind'] as const;
export type PriceColours = (typeof PRICE_COLOURS)[number];

/** The coins that totals can be told in; besides them every money of a state that the operator sets a rate of. */
export const TOTAL_COINS = ['USDT', 'BTC', 'ETH'] as const;

/** The code of a coin or of a money of a state (ISO 4217). */
const unitCode = z.string().check(z.regex(/^(?:USDT|[A-Z]{3})$/));

const symbols = z.readonly(z.array(z.string()));
const NO_SYMBOLS: readonly string[] = [];

/** What each user of the device chooses for himself: what it may be, and what it is where it was never said. */
const OWN = {
  /** In the order in which they were added. */
  favourites: { schema: symbols, usual: NO_SYMBOLS },
  hidesBalances: { schema: z.boolean(), usual: false },
  /** Balances worth next to nothing are left out of lists. */
  hidesSmall: { schema: z.boolean(), usual: false },
  totalUnit: { schema: unitCode, usual: 'USDT' },
  /** Of the markets looked at last, the latest first. */
  recents: { schema: symbols, usual: NO_SYMBOLS },
  /** Whether an order is shown once more before it is sent. */
  confirmsOrders: { schema: z.boolean(), usual: true },
  /** How far from the best price a market order may trade, as a fraction; `off` is any distance. */
  maxSlippage: { schema: z.union([z.literal('off'), z.custom<Decimal>(isMaxSlippage)]), usual: USUAL_MAX_SLIPPAGE },
  /** As it was stored, perhaps by another version of the app: checked part by part where it is read (checkedChart). */
  chart: { schema: z.custom<ChartPreferences>(), usual: undefined },
} as const;

export type OwnKey = keyof typeof OWN;
export type OwnValue<Key extends OwnKey> = z.output<(typeof OWN)[Key]['schema']>;
/** Absent is what was never said. */
export type OwnPreferences = { readonly [Key in OwnKey]?: OwnValue<Key> | undefined };
type OwnShape = { [Key in OwnKey]: z.ZodMiniOptional<(typeof OWN)[Key]['schema']> };

/** {@link OwnPreferences} as they come from elsewhere. */
export const ownSchema = z.object(
  Object.fromEntries(Object.entries(OWN).map(([key, { schema }]) => [key, z.optional(schema)])) as OwnShape,
);

export type PreferencesState = {
  readonly theme: Theme;
  /** Those that readers of the language expect where it was never said. */
  readonly priceColours?: PriceColours | undefined;
  /** By {@link ownerKeyOf}. */
  readonly byOwner: Readonly<Record<string, OwnPreferences>>;
};

/** How many markets looked at last are kept. */
const RECENTS_MAX = 8;

type ByOwner<T> = PayloadAction<T & { readonly owner: string }>;

// Versions of the app before this one want these two.
const NONE: OwnPreferences = { favourites: [], hidesBalances: false };
const initialState: PreferencesState = { theme: 'dark', byOwner: {} };

export const preferencesSlice = createSlice({
  name: 'preferences',
  initialState,
  reducers: {
    themeChosen: (state, { payload }: PayloadAction<Theme>) => ({ ...state, theme: payload }),
    priceColoursChosen: (state, { payload }: PayloadAction<PriceColours>) => ({ ...state, priceColours: payload }),
    favouriteToggled: (state, { payload: { owner, symbol } }: ByOwner<{ readonly symbol: string }>) => {
      const favourites = ownOf(state, owner, 'favourites');
      const isFavourite = favourites.includes(symbol);
      const next = isFavourite ? favourites.filter((each) => each !== symbol) : [...favourites, symbol];
      return withOwn(state, owner, { favourites: next });
    },
    marketVisited: (state, { payload: { owner, symbol } }: ByOwner<{ readonly symbol: string }>) => {
      const others = ownOf(state, owner, 'recents').filter((each) => each !== symbol);
      return withOwn(state, owner, { recents: [symbol, ...others].slice(0, RECENTS_MAX) });
    },
    ownChosen: (state, { payload: { owner, own } }: ByOwner<{ readonly own: OwnPreferences }>) =>
      withOwn(state, owner, own),
    /** What another device or another tab of the user says, checked. */
    ownTaken: (state, { payload: { owner, own } }: ByOwner<{ readonly own: OwnPreferences }>) =>
      withOwn(state, owner, own),
  },
  selectors: {
    selectTheme: (state) => state.theme,
    selectPriceColours: (state) => state.priceColours,
  },
});

export const { themeChosen, priceColoursChosen, favouriteToggled, marketVisited, ownChosen, ownTaken } =
  preferencesSlice.actions;
export const { selectTheme, selectPriceColours } = preferencesSlice.selectors;

/** What an owner chose, or the usual. */
export function selectOwn<Key extends OwnKey>({ preferences }: RootState, owner: string, key: Key) {
  return ownOf(preferences, owner, key);
}

/**
 * The colours to show: the chosen ones, otherwise those that readers of the language expect. `public/theme.js` knows
 * the same rule.
 */
export function shownColours(chosen: PriceColours | undefined, language: Language): PriceColours {
  return chosen ?? (language === 'kr' ? 'red-blue' : 'green-up');
}

/**
 * The name under which a user's preferences are kept. It names nobody: they stay on the device after the logout, which
 * must leave nothing of the user in any storage.
 */
export function ownerKeyOf(userId: number | undefined): string {
  return userId === undefined ? 'anonymous' : `o${scramble(userId)}`;
}

type Known<Key extends OwnKey> = OwnValue<Key> | (typeof OWN)[Key]['usual'];

function ownOf<Key extends OwnKey>({ byOwner }: PreferencesState, owner: string, key: Key): Known<Key> {
  const chosen: OwnValue<Key> | undefined = byOwner[owner]?.[key];
  return chosen ?? OWN[key].usual;
}

function withOwn(state: PreferencesState, owner: string, change: OwnPreferences): PreferencesState {
  return { ...state, byOwner: { ...state.byOwner, [owner]: { ...(state.byOwner[owner] ?? NONE), ...change } } };
}

function isMaxSlippage(value: unknown): boolean {
  const fraction = typeof value === 'string' ? parseDecimal(value) : undefined;
  return fraction !== undefined && fraction === value && checkMaxSlippage(fraction) === undefined;
}

// The finisher of MurmurHash3: one number in, one number out, no two alike.
function scramble(id: number): string {
  let mixed = id;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0).toString(36);
}

declare global {
  interface HalyardState {
    preferences: PreferencesState;
  }
}
