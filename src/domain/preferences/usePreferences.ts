/** Preferences of whoever uses the app now. */
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

/** What this user wants of one thing, and the way to change it. */
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

/** The favourite markets of this user, by symbol, and the way to add and remove one. */
export function useFavourites() {
  const owner = useOwner();
  const dispatch = useAppDispatch();
  const favourites = useAppSelector((state) => selectOwn(state, owner, 'favourites'));
  const toggle = useCallback((symbol: string) => dispatch(favouriteToggled({ owner, symbol })), [dispatch, owner]);
  return { favourites, toggle } as const;
}

/** Whether this user wants balances masked on every screen, and the way to change it. */
export function useHiddenBalances() {
  const [hidesBalances, hide] = useOwnPreference('hidesBalances');
  return { hidesBalances, hide } as const;
}

/** Whether this user wants balances worth next to nothing left out of lists, and the way to change it. */
export function useHiddenSmall() {
  const [hidesSmall, hide] = useOwnPreference('hidesSmall');
  return { hidesSmall, hide } as const;
}

/** The currency that this user wants totals told in, and the way to choose another. */
export function useTotalUnit() {
  const [unit, choose] = useOwnPreference('totalUnit');
  return { unit, choose } as const;
}

/**
 * The markets that this user looked at last, by symbol, the latest first, and the way to say that one is being looked
 * at.
 */
export function useRecentMarkets() {
  const owner = useOwner();
  const dispatch = useAppDispatch();
  const recents = useAppSelector((state) => selectOwn(state, owner, 'recents'));
  const visit = useCallback((symbol: string) => dispatch(marketVisited({ owner, symbol })), [dispatch, owner]);
  return { recents, visit } as const;
}

/** Whether this user wants to see an order once more before it is sent, and the way to change it. */
export function useOrderConfirmation() {
  const [confirmsOrders, choose] = useOwnPreference('confirmsOrders');
  return { confirmsOrders, choose } as const;
}

/** How far from the best price this user lets a market order trade, if he does not let it go anywhere. */
export function useMaxSlippage() {
  const [chosen, choose] = useOwnPreference('maxSlippage');
  return { maxSlippage: chosen === 'off' ? undefined : chosen, choose } as const;
}

/** The chosen theme (`system` follows the device), and the way to choose another. */
export function useTheme() {
  const dispatch = useAppDispatch();
  const theme = useAppSelector(selectTheme);
  const choose = useCallback((chosen: Theme) => dispatch(themeChosen(chosen)), [dispatch]);
  return { theme, choose } as const;
}

/** The colours of rising and falling prices, and the way to choose others. */
export function usePriceColours() {
  const dispatch = useAppDispatch();
  const chosen = useAppSelector(selectPriceColours);
  const language = useAppSelector(selectLanguage);
  const choose = useCallback((colours: PriceColours) => dispatch(priceColoursChosen(colours)), [dispatch]);
  return { colours: shownColours(chosen, language), choose } as const;
}

/** The language of the app, and the way to choose another, which takes effect without a reload. */
export function useLanguage() {
  const dispatch = useAppDispatch();
  const language = useAppSelector(selectLanguage);
  const choose = useCallback((chosen: Language) => dispatch(languageChosen(chosen)), [dispatch]);
  return { language, choose } as const;
}

/** The name under which this user's preferences are kept. */
export function useOwner(): string {
  const user = useAppSelector(selectUser);
  return ownerKeyOf(user?.id);
}
