/** Preferences of whoever uses the app now. */
import { useCallback } from 'react';
import type { Language } from '@halyard/contract/languages';
import { useAppDispatch, useAppSelector } from '../../shared/store/hooks.ts';
import { selectUser } from '../session/sessionSlice.ts';
import { languageChosen, selectLanguage } from './languageSlice.ts';
import {
  balancesHidden,
  confirmationChosen,
  favouriteToggled,
  marketVisited,
  ownerKeyOf,
  priceColoursChosen,
  selectConfirmsOrders,
  selectFavourites,
  selectHidesBalances,
  selectHidesSmall,
  selectPriceColours,
  selectRecents,
  selectTheme,
  selectTotalUnit,
  smallHidden,
  themeChosen,
  totalUnitChosen,
  type PriceColours,
  type Theme,
  type TotalUnit,
} from './preferencesSlice.ts';
import { shownColours } from './priceColours.ts';

/** The favourite markets of this user, by symbol, and the way to add and remove one. */
export function useFavourites() {
  const owner = useOwner();
  const dispatch = useAppDispatch();
  const favourites = useAppSelector((state) => selectFavourites(state, owner));
  const toggle = useCallback((symbol: string) => dispatch(favouriteToggled({ owner, symbol })), [dispatch, owner]);
  return { favourites, toggle } as const;
}

/** Whether this user wants balances masked on every screen, and the way to change it. */
export function useHiddenBalances() {
  const owner = useOwner();
  const dispatch = useAppDispatch();
  const hidesBalances = useAppSelector((state) => selectHidesBalances(state, owner));
  const hide = useCallback(
    (isHidden: boolean) => dispatch(balancesHidden({ owner, hidesBalances: isHidden })),
    [dispatch, owner],
  );
  return { hidesBalances, hide } as const;
}

/** Whether this user wants balances worth next to nothing left out of lists, and the way to change it. */
export function useHiddenSmall() {
  const owner = useOwner();
  const dispatch = useAppDispatch();
  const hidesSmall = useAppSelector((state) => selectHidesSmall(state, owner));
  const hide = useCallback(
    (isHidden: boolean) => dispatch(smallHidden({ owner, hidesSmall: isHidden })),
    [dispatch, owner],
  );
  return { hidesSmall, hide } as const;
}

/** The currency that this user wants totals told in, and the way to choose another. */
export function useTotalUnit() {
  const owner = useOwner();
  const dispatch = useAppDispatch();
  const unit = useAppSelector((state) => selectTotalUnit(state, owner));
  const choose = useCallback(
    (totalUnit: TotalUnit) => dispatch(totalUnitChosen({ owner, totalUnit })),
    [dispatch, owner],
  );
  return { unit, choose } as const;
}

/** The markets that this user looked at last, by symbol, the latest first, and the way to say that one is being looked at. */
export function useRecentMarkets() {
  const owner = useOwner();
  const dispatch = useAppDispatch();
  const recents = useAppSelector((state) => selectRecents(state, owner));
  const visit = useCallback((symbol: string) => dispatch(marketVisited({ owner, symbol })), [dispatch, owner]);
  return { recents, visit } as const;
}

/** Whether this user wants to see an order once more before it is sent, and the way to change it. */
export function useOrderConfirmation() {
  const owner = useOwner();
  const dispatch = useAppDispatch();
  const confirmsOrders = useAppSelector((state) => selectConfirmsOrders(state, owner));
  const choose = useCallback(
    (confirms: boolean) => dispatch(confirmationChosen({ owner, confirmsOrders: confirms })),
    [dispatch, owner],
  );
  return { confirmsOrders, choose } as const;
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
