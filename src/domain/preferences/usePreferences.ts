/** Preferences of the current user. */
import { useCallback } from 'react';
import type { Language } from '@halyard/contract/languages';
import { useAppDispatch, useAppSelector } from '../../shared/store/hooks.ts';
import { selectUser } from '../session/sessionSlice.ts';
import { languageChosen, selectLanguage } from './languageSlice.ts';
import {
  favouriteToggled,
  marketVisited,
  ownChosen,
  ownerKeyOf,
  priceColoursChosen,
  selectOwn,
  selectPriceColours,
  selectTheme,
  shownColours,
  themeChosen,
  type OwnKey,
  type OwnValue,
  type PriceColours,
  type Theme,
} from './preferencesSlice.ts';

/** One preference of this user, and its setter. */
export function useOwnPreference<Key extends OwnKey>(key: Key) {
  const owner = useOwner();
  const dispatch = useAppDispatch();
  const value = useAppSelector((state) => selectOwn(state, owner, key));
  const choose = useCallback(
    (chosen: OwnValue<Key>) => dispatch(ownChosen({ owner, own: { [key]: chosen } })),
    [dispatch, owner, key],
  );
  return [value, choose] as const;
}

/** This user's favourite markets by symbol, and functions to add and remove one. */
export function useFavourites() {
  const owner = useOwner();
  const dispatch = useAppDispatch();
  const favourites = useAppSelector((state) => selectOwn(state, owner, 'favourites'));
  const toggle = useCallback((symbol: string) => dispatch(favouriteToggled({ owner, symbol })), [dispatch, owner]);
  return { favourites, toggle } as const;
}

/** Whether this user masks balances on every screen, and its setter. */
export function useHiddenBalances() {
  const [hidesBalances, hide] = useOwnPreference('hidesBalances');
  return { hidesBalances, hide } as const;
}

/** Whether this user hides small balances in lists, and its setter. */
export function useHiddenSmall() {
  const [hidesSmall, hide] = useOwnPreference('hidesSmall');
  return { hidesSmall, hide } as const;
}

/** The currency of this user's totals, and its setter. */
export function useTotalUnit() {
  const [unit, choose] = useOwnPreference('totalUnit');
  return { unit, choose } as const;
}

/** This user's recently viewed markets by symbol, latest first, and a function to record one. */
export function useRecentMarkets() {
  const owner = useOwner();
  const dispatch = useAppDispatch();
  const recents = useAppSelector((state) => selectOwn(state, owner, 'recents'));
  const visit = useCallback((symbol: string) => dispatch(marketVisited({ owner, symbol })), [dispatch, owner]);
  return { recents, visit } as const;
}

/** Whether this user confirms orders before sending, and its setter. */
export function useOrderConfirmation() {
  const [confirmsOrders, choose] = useOwnPreference('confirmsOrders');
  return { confirmsOrders, choose } as const;
}

/** This user's slippage cap of market orders, if any. */
export function useMaxSlippage() {
  const [chosen, choose] = useOwnPreference('maxSlippage');
  return { maxSlippage: chosen === 'off' ? undefined : chosen, choose } as const;
}

/** The chosen theme (`system` follows the device), and its setter. */
export function useTheme() {
  const dispatch = useAppDispatch();
  const theme = useAppSelector(selectTheme);
  const choose = useCallback((chosen: Theme) => dispatch(themeChosen(chosen)), [dispatch]);
  return { theme, choose } as const;
}

/** The colours of rising and falling prices, and their setter. */
export function usePriceColours() {
  const dispatch = useAppDispatch();
  const chosen = useAppSelector(selectPriceColours);
  const language = useAppSelector(selectLanguage);
  const choose = useCallback((colours: PriceColours) => dispatch(priceColoursChosen(colours)), [dispatch]);
  return { colours: shownColours(chosen, language), choose } as const;
}

/** The app's language, and its setter; applies without a reload. */
export function useLanguage() {
  const dispatch = useAppDispatch();
  const language = useAppSelector(selectLanguage);
  const choose = useCallback((chosen: Language) => dispatch(languageChosen(chosen)), [dispatch]);
  return { language, choose } as const;
}

/** The key of this user's persisted preferences. */
export function useOwner(): string {
  const user = useAppSelector(selectUser);
  return ownerKeyOf(user?.id);
}
