/** Applies the chosen language, theme and price colours to the document. */
import { isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import { languageChosen, selectLanguage } from '../../domain/preferences/languageSlice.ts';
import {
  priceColoursChosen,
  selectPriceColours,
  selectTheme,
  shownColours,
  themeChosen,
  type Theme,
} from '../../domain/preferences/preferencesSlice.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { changeLanguage, i18n, languageOfLocale } from '../../shared/i18n/i18n.ts';
import { loadBehind } from '../../shared/scheduling/whenIdle.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';
import type { AppParts } from './appParts.ts';

/**
 * Applies a newly chosen language without a reload, and asks the server for its language mark. Reverts the choice if
 * the texts cannot be loaded.
 */
export function startLanguageListener({ startListening }: AppParts) {
  return startListening({
    actionCreator: languageChosen,
    effect: async ({ payload: language }, api) => {
      // Only the last choice counts.
      api.cancelActiveListeners();
      const isLoaded = await changeLanguage(language);
      if (isLoaded === undefined) return;
      if (!isLoaded) {
        showToast({ kind: 'error', text: errorText('NETWORK') });
        api.dispatch(languageChosen(languageOfLocale(i18n.language)));
        return;
      }
      // Operators write offerings in each language; an answer holds one.
      api.dispatch(emptyApi.util.invalidateTags(['Offering']));
      // Rarely needed; the first screen loads without it.
      const { markLanguage } = await import('../../domain/preferences/preferencesApi.ts');
      await markLanguage(language, api.dispatch);
    },
  });
}

/** Shows the chosen theme and price colours. */
export function startThemeListener(parts: AppParts) {
  const stops = [showThemes, showColours].map((start) => start(parts));
  return () => {
    for (const stop of stops) stop();
  };
}

/** `system` follows the device. */
function showThemes({ startListening, store }: AppParts) {
  const device = window.matchMedia('(prefers-color-scheme: light)');
  const show = () => {
    showTheme(selectTheme(store.getState()), device.matches);
  };
  show();
  device.addEventListener('change', show);
  const stop = startListening({ actionCreator: themeChosen, effect: show });
  return () => {
    device.removeEventListener('change', show);
    stop();
  };
}

/** Defaults to the colours of the language. */
function showColours({ startListening, store }: AppParts) {
  const show = () => {
    const state = store.getState();
    document.documentElement.dataset['colours'] = shownColours(selectPriceColours(state), selectLanguage(state));
  };
  show();
  return startListening({ matcher: isAnyOf(priceColoursChosen, languageChosen), effect: show });
}

/** Keeps preferences in step with other tabs. The code for that loads with the first change, here or in another tab. */
export function startChoicesListener(parts: AppParts) {
  /** Changes made until the code has loaded; `undefined` afterwards. */
  let chosen: UnknownAction[] | undefined = [];
  let stop: (() => void) | undefined;
  let isLoading = false;
  let isStopped = false;
  const begin = () => {
    if (isLoading) return;
    isLoading = true;
    loadBehind(async () => {
      const { shareChoices } = await import('./sharedChoices.ts');
      if (!isStopped) stop = shareChoices(parts, chosen ?? []);
      chosen = undefined;
    });
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === 'preferences' || key === 'lang') begin();
  };
  window.addEventListener('storage', onStorage);
  const stopListening = parts.startListening({
    predicate: ({ type }) => /^(preferences|language)\/[a-z]+(Chosen|Toggled)$/i.test(type),
    effect: (action) => {
      chosen?.push(action);
      begin();
    },
  });
  return () => {
    isStopped = true;
    window.removeEventListener('storage', onStorage);
    stopListening();
    stop?.();
  };
}

function showTheme(theme: Theme, isDeviceLight: boolean): void {
  const isLight = theme === 'light' || (theme === 'system' && isDeviceLight);
  document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark';
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
}
