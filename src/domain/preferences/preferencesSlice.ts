/** User preferences, persisted on this device. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import * as z from 'zod/mini';
import type { Language } from '@halyard/contract/languages';
import { parseDecimal, type Decimal } from '@halyard/contract/money';
import { checkMaxSlippage, USUAL_MAX_SLIPPAGE } from '@halyard/contract/spot/slippage';
import type { RootState } from '../../shared/store/rootState.ts';
import type { ChartPreferences } from './chartPreferences.ts';

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];

/** Colours of rising and falling prices; Korea uses red for rising and blue for falling. */
export const PRICE_COLOURS = ['green-up', 'red-up', 'red-blue', 'colour-blind'] as const;
export type PriceColours = (typeof PRICE_COLOURS)[number];

export const FUTURES_THEMES = ['dark', 'app'] as const;

/** Coins for totals, besides every fiat currency that the operator sets a rate of. */
export const TOTAL_COINS = ['USDT', 'BTC', 'ETH'] as const;

/** A coin or fiat currency code (ISO 4217). */
const unitCode = z.string().check(z.regex(/^(?:USDT|[A-Z]{3})$/));

const symbols = z.readonly(z.array(z.string()));
const NO_SYMBOLS: readonly string[] = [];

/** Per-user preferences: schema and default. */
const OWN = {
  /** In the order in which they were added. */
  favourites: { schema: symbols, usual: NO_SYMBOLS },
  hidesBalances: { schema: z.boolean(), usual: false },
  /** Hides small balances in lists. */
  hidesSmall: { schema: z.boolean(), usual: false },
  totalUnit: { schema: unitCode, usual: 'USDT' },
  /** Recently viewed markets, latest first. */
  recents: { schema: symbols, usual: NO_SYMBOLS },
  /** A new user's first steps: shown, or done or dismissed; absent before the first look. */
  firstSteps: { schema: z.enum(['open', 'done']), usual: undefined },
  /** Whether an order needs confirmation. */
  confirmsOrders: { schema: z.boolean(), usual: true },
  /** The slippage cap of market orders as a fraction; `off`: no cap. */
  maxSlippage: { schema: z.union([z.literal('off'), z.custom<Decimal>(isMaxSlippage)]), usual: USUAL_MAX_SLIPPAGE },
  /** Futures: whether an order needs both stops; `undefined`: yes, but the ticket may skip them for one order. */
  requiresStops: { schema: z.boolean(), usual: undefined },
  /** Theme of the futures page: always dark, or the app's. */
  futuresTheme: { schema: z.enum(FUTURES_THEMES), usual: 'dark' },
  /** Options: the last delivery time in seconds, and the last stake. */
  optionSeconds: { schema: z.int(), usual: undefined },
  optionStake: { schema: z.custom<Decimal>(isDecimal), usual: undefined },
  /** As stored, perhaps by another app version; validated when read (checkedChart). */
  chart: { schema: z.custom<ChartPreferences>(), usual: undefined },
} as const;

export type OwnKey = keyof typeof OWN;
export type OwnValue<Key extends OwnKey> = z.output<(typeof OWN)[Key]['schema']>;
/** Absent: never set. */
export type OwnPreferences = { readonly [Key in OwnKey]?: OwnValue<Key> | undefined };
type OwnShape = { [Key in OwnKey]: z.ZodMiniOptional<(typeof OWN)[Key]['schema']> };

/** {@link OwnPreferences} from elsewhere. */
export const ownSchema = z.object(
  Object.fromEntries(Object.entries(OWN).map(([key, { schema }]) => [key, z.optional(schema)])) as OwnShape,
);

export type PreferencesState = {
  readonly theme: Theme;
  /** By default the colours usual for the language. */
  readonly priceColours?: PriceColours | undefined;
  /** By {@link ownerKeyOf}. */
  readonly byOwner: Readonly<Record<string, OwnPreferences>>;
};

/** Recently viewed markets to persist. */
const RECENTS_MAX = 8;

type ByOwner<T> = PayloadAction<T & { readonly owner: string }>;

// Earlier app versions require these two.
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
    /** Validated values from another device or tab of the user. */
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

/** An owner's value, or the default. */
export function selectOwn<Key extends OwnKey>({ preferences }: RootState, owner: string, key: Key) {
  return ownOf(preferences, owner, key);
}

/** The colours to show: the chosen ones, or the default of the language. `public/theme.js` applies the same rule. */
export function shownColours(chosen: PriceColours | undefined, language: Language): PriceColours {
  return chosen ?? (language === 'kr' ? 'red-blue' : 'green-up');
}

/**
 * The key of a user's persisted preferences. Does not show the user id: preferences remain after logout, which must
 * leave no user data on the device.
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

function isDecimal(value: unknown): boolean {
  return typeof value === 'string' && parseDecimal(value) === value;
}

function isMaxSlippage(value: unknown): boolean {
  const fraction = typeof value === 'string' ? parseDecimal(value) : undefined;
  return fraction !== undefined && fraction === value && checkMaxSlippage(fraction) === undefined;
}

// The finaliser of MurmurHash3: a bijection of 32-bit numbers.
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
