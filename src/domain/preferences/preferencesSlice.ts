/** How the user wants the app: kept on this device, readable without a connection. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ChartPreferences } from './chartPreferences.ts';

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];

/** Which colours rising and falling prices have. */
export const PRICE_COLOURS = ['green-up', 'red-up', 'colour-blind'] as const;
export type PriceColours = (typeof PRICE_COLOURS)[number];

/** What totals can be told in. */
export const TOTAL_UNITS = ['USDT', 'BTC', 'ETH'] as const;
export type TotalUnit = (typeof TOTAL_UNITS)[number];

/** What is kept for each user of the device apart. */
export type OwnPreferences = {
  /** Symbols, in the order in which they were added. */
  readonly favourites: readonly string[];
  readonly hidesBalances: boolean;
  /** Balances worth next to nothing are left out of lists. Absent where it was never said. */
  readonly hidesSmall?: boolean | undefined;
  /** USDT where it was never said. */
  readonly totalUnit?: TotalUnit | undefined;
  /** Symbols of the markets looked at last, the latest first. */
  readonly recents?: readonly string[] | undefined;
  /** Whether an order is shown once more before it is sent; it is where it was never said. */
  readonly confirmsOrders?: boolean | undefined;
  /** As it was kept, perhaps by another version of the app. */
  readonly chart?: ChartPreferences | undefined;
};

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

const NO_RECENTS: readonly string[] = [];
const NONE: OwnPreferences = { favourites: [], hidesBalances: false };
const initialState: PreferencesState = { theme: 'dark', byOwner: {} };

export const preferencesSlice = createSlice({
  name: 'preferences',
  initialState,
  reducers: {
    themeChosen: (state, { payload }: PayloadAction<Theme>) => ({ ...state, theme: payload }),
    priceColoursChosen: (state, { payload }: PayloadAction<PriceColours>) => ({ ...state, priceColours: payload }),
    favouriteToggled: (state, { payload: { owner, symbol } }: ByOwner<{ readonly symbol: string }>) => {
      const { favourites } = ownOf(state, owner);
      const isFavourite = favourites.includes(symbol);
      const next = isFavourite ? favourites.filter((kept) => kept !== symbol) : [...favourites, symbol];
      return withOwn(state, owner, { favourites: next });
    },
    balancesHidden: (state, { payload: { owner, hidesBalances } }: ByOwner<{ readonly hidesBalances: boolean }>) =>
      withOwn(state, owner, { hidesBalances }),
    smallHidden: (state, { payload: { owner, hidesSmall } }: ByOwner<{ readonly hidesSmall: boolean }>) =>
      withOwn(state, owner, { hidesSmall }),
    totalUnitChosen: (state, { payload: { owner, totalUnit } }: ByOwner<{ readonly totalUnit: TotalUnit }>) =>
      withOwn(state, owner, { totalUnit }),
    marketVisited: (state, { payload: { owner, symbol } }: ByOwner<{ readonly symbol: string }>) => {
      const others = (ownOf(state, owner).recents ?? []).filter((kept) => kept !== symbol);
      return withOwn(state, owner, { recents: [symbol, ...others].slice(0, RECENTS_MAX) });
    },
    confirmationChosen: (
      state,
      { payload: { owner, confirmsOrders } }: ByOwner<{ readonly confirmsOrders: boolean }>,
    ) => withOwn(state, owner, { confirmsOrders }),
    chartSet: (state, { payload: { owner, chart } }: ByOwner<{ readonly chart: ChartPreferences }>) =>
      withOwn(state, owner, { chart }),
    /** What another device or another tab of the user says, checked. */
    ownTaken: (state, { payload: { owner, own } }: ByOwner<{ readonly own: Partial<OwnPreferences> }>) =>
      withOwn(state, owner, own),
  },
  selectors: {
    selectTheme: (state) => state.theme,
    selectPriceColours: (state) => state.priceColours,
    selectFavourites: (state, owner: string) => ownOf(state, owner).favourites,
    selectHidesBalances: (state, owner: string) => ownOf(state, owner).hidesBalances,
    selectHidesSmall: (state, owner: string) => ownOf(state, owner).hidesSmall ?? false,
    selectTotalUnit: (state, owner: string) => ownOf(state, owner).totalUnit ?? 'USDT',
    selectRecents: (state, owner: string) => ownOf(state, owner).recents ?? NO_RECENTS,
    selectConfirmsOrders: (state, owner: string) => ownOf(state, owner).confirmsOrders ?? true,
    selectChart: (state, owner: string) => ownOf(state, owner).chart,
  },
});

export const { themeChosen, favouriteToggled, balancesHidden, smallHidden, totalUnitChosen } = preferencesSlice.actions;
export const { priceColoursChosen, marketVisited, confirmationChosen, chartSet, ownTaken } = preferencesSlice.actions;
export const { selectTheme, selectFavourites, selectHidesBalances } = preferencesSlice.selectors;
export const { selectHidesSmall, selectTotalUnit } = preferencesSlice.selectors;
export const { selectPriceColours, selectRecents, selectConfirmsOrders, selectChart } = preferencesSlice.selectors;

/**
 * The name under which a user's preferences are kept. It names nobody: they stay on the device after the logout, which must leave nothing
 * of the user in any storage.
 */
export function ownerKeyOf(userId: number | undefined): string {
  return userId === undefined ? 'anonymous' : `o${scramble(userId)}`;
}

function ownOf(state: PreferencesState, owner: string): OwnPreferences {
  return state.byOwner[owner] ?? NONE;
}

function withOwn(state: PreferencesState, owner: string, change: Partial<OwnPreferences>): PreferencesState {
  return { ...state, byOwner: { ...state.byOwner, [owner]: { ...ownOf(state, owner), ...change } } };
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
