/**
 * Settings that follow the user across devices: how each is read, validated, applied, and recognised as the user's
 * choice.
 */
import { isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import * as z from 'zod/mini';
import { PREFERENCE_NAMES, type PreferenceName } from '@halyard/contract/user/preferenceCalls';
import { LANGUAGES } from '@halyard/contract/languages';
import type { RootState } from '../../shared/store/rootState.ts';
import { checkedChart } from './chartPreferences.ts';
import { languageChosen, selectLanguage } from './languageSlice.ts';
import {
  favouriteToggled,
  ownChosen,
  ownSchema,
  ownTaken,
  PRICE_COLOURS,
  priceColoursChosen,
  selectPriceColours,
  type OwnKey,
} from './preferencesSlice.ts';

/** One synchronised setting. */
export type FollowedSetting = {
  /** The local value of an owner; `undefined` when never set. */
  readonly read: (state: RootState, owner: string) => unknown;
  /** Validates a value from elsewhere, perhaps of another app version; `undefined` when unusable. */
  readonly check: (content: unknown) => unknown;
  /** Applies a validated value without marking it as the user's choice. */
  readonly take: (value: never, owner: string) => UnknownAction;
  /** Whether an action is a choice of this setting. */
  readonly isChosenBy: (action: UnknownAction) => boolean;
  /** Whether a value is the default. */
  readonly isUsual?: (value: unknown) => boolean;
};

/** Marks an action that repeats a choice made elsewhere, so that it is not sent again. */
const TAKEN = { isTaken: true };

/** The most favourites accepted. */
const FAVOURITES_MAX = 500;

/** Market symbols without duplicates. */
export const favouritesSchema = z
  .array(z.string().check(z.regex(/^[\w.-]{1,20}\/[\w.-]{1,20}$/)))
  .check(z.maxLength(FAVOURITES_MAX));

/** Whether an action only repeats a choice of another device or tab. */
export function isTaken(action: UnknownAction): boolean {
  return ownTaken.match(action) || ('meta' in action && action['meta'] === TAKEN);
}

/** Marks an action as {@link isTaken}. */
export function taken(action: UnknownAction): UnknownAction {
  return { ...action, meta: TAKEN };
}

const checkedBy = (schema: z.core.$ZodType) => (content: unknown) => {
  const checked = z.safeParse(schema, content);
  return checked.success ? checked.data : undefined;
};

/** A per-user setting. */
const own = (key: OwnKey): FollowedSetting => ({
  read: ({ preferences }, owner) => preferences.byOwner[owner]?.[key],
  check: checkedBy(ownSchema.shape[key]),
  take: (value, owner) => ownTaken({ owner, own: { [key]: value } }),
  isChosenBy: (action) => ownChosen.match(action) && key in action.payload.own,
});

const SETTINGS: Readonly<Record<PreferenceName, FollowedSetting>> = {
  language: {
    read: selectLanguage,
    check: checkedBy(z.enum(LANGUAGES)),
    take: (language: (typeof LANGUAGES)[number]) => taken(languageChosen(language)),
    isChosenBy: languageChosen.match,
    isUsual: (language) => language === 'en',
  },
  price_colours: {
    read: selectPriceColours,
    check: checkedBy(z.enum(PRICE_COLOURS)),
    take: (colours: (typeof PRICE_COLOURS)[number]) => taken(priceColoursChosen(colours)),
    isChosenBy: priceColoursChosen.match,
  },
  favourites: {
    ...own('favourites'),
    check: (content) => {
      const symbols = checkedBy(favouritesSchema)(content) as readonly string[] | undefined;
      return symbols && [...new Set(symbols)];
    },
    isChosenBy: favouriteToggled.match,
    isUsual: (favourites) => Array.isArray(favourites) && favourites.length === 0,
  },
  confirms_orders: own('confirmsOrders'),
  max_slippage: own('maxSlippage'),
  hides_small: own('hidesSmall'),
  total_unit: own('totalUnit'),
  chart: {
    ...own('chart'),
    // Both sides validated in the same order, so that equal charts have equal JSON.
    read: ({ preferences }, owner) => {
      const chart = preferences.byOwner[owner]?.chart;
      return chart && checkedChart(chart);
    },
    check: (content) => (typeof content === 'object' && content !== null ? checkedChart(content) : undefined),
  },
};

/** A setting by its wire name. */
export function settingOf(name: PreferenceName): FollowedSetting {
  return SETTINGS[name];
}

/**
 * The setting that an action of this owner chose; `undefined` for other actions, other owners, and repeats of choices
 * made elsewhere.
 */
export function chosenName(action: UnknownAction, owner: string): PreferenceName | undefined {
  if (isTaken(action)) return undefined;
  const { payload } = action as { readonly payload?: unknown };
  const isOthers = typeof payload === 'object' && payload !== null && 'owner' in payload && payload.owner !== owner;
  return isOthers ? undefined : PREFERENCE_NAMES.find((name) => SETTINGS[name].isChosenBy(action));
}

/** Any action that may choose a synchronised setting. */
export const isSettingAction = isAnyOf(languageChosen, priceColoursChosen, favouriteToggled, ownChosen);
