/**
 * Which of the settings follow the user: how each is read here, checked when it comes from elsewhere, taken over and
 * recognised when it is chosen.
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

/** One setting that follows. */
export type FollowedSetting = {
  /** What is so here for an owner; `undefined` where it was never said. */
  readonly read: (state: RootState, owner: string) => unknown;
  /** What comes from elsewhere, perhaps from another version of the app; `undefined` where it cannot be used. */
  readonly check: (content: unknown) => unknown;
  /** Makes a checked value so here, without it being a choice of the user. */
  readonly take: (value: never, owner: string) => UnknownAction;
  /** Whether the user has just chosen it. */
  readonly isChosenBy: (action: UnknownAction) => boolean;
  /** Whether a value is what everybody has who never chose. */
  readonly isUsual?: (value: unknown) => boolean;
};

/** Marks an action as one that repeats what was chosen elsewhere, so that it is not sent there again. */
const TAKEN = { isTaken: true };

/** The most favourites that are taken over. */
const FAVOURITES_MAX = 500;

/** Symbols of markets, each once. */
export const favouritesSchema = z
  .array(z.string().check(z.regex(/^[\w.-]{1,20}\/[\w.-]{1,20}$/)))
  .check(z.maxLength(FAVOURITES_MAX));

/** Whether an action only repeats what was chosen on another device or in another tab. */
export function isTaken(action: UnknownAction): boolean {
  return ownTaken.match(action) || ('meta' in action && action['meta'] === TAKEN);
}

/** Makes an action one that {@link isTaken}. */
export function taken(action: UnknownAction): UnknownAction {
  return { ...action, meta: TAKEN };
}

const checkedBy = (schema: z.core.$ZodType) => (content: unknown) => {
  const checked = z.safeParse(schema, content);
  return checked.success ? checked.data : undefined;
};

/** A choice of the user's own. */
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
    // Both sides in the order of the check, so that the same chart is the same text.
    read: ({ preferences }, owner) => {
      const chart = preferences.byOwner[owner]?.chart;
      return chart && checkedChart(chart);
    },
    check: (content) => (typeof content === 'object' && content !== null ? checkedChart(content) : undefined),
  },
};

/** A setting by its name on the wire. */
export function settingOf(name: PreferenceName): FollowedSetting {
  return SETTINGS[name];
}

/**
 * What a user has chosen by an action; `undefined` for every other action, for those of others and for those that
 * repeat what was chosen elsewhere.
 */
export function chosenName(action: UnknownAction, owner: string): PreferenceName | undefined {
  if (isTaken(action)) return undefined;
  const { payload } = action as { readonly payload?: unknown };
  const isOthers = typeof payload === 'object' && payload !== null && 'owner' in payload && payload.owner !== owner;
  return isOthers ? undefined : PREFERENCE_NAMES.find((name) => SETTINGS[name].isChosenBy(action));
}

/** Any action by which a setting that follows may have been chosen. */
export const isSettingAction = isAnyOf(languageChosen, priceColoursChosen, favouriteToggled, ownChosen);
