/** Language, theme and colours of prices, as chosen, on the document. */
import { isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import { languageChosen, languageMarked, selectLanguage } from '../../domain/preferences/languageSlice.ts';
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
import { showToast } from '../../shared/ui/toastQueue.ts';
import type { AppParts } from './appParts.ts';

/**
 * Speaks a newly chosen language without a reload, and asks the server what it calls it. One whose texts cannot be had
 * is not chosen.
 */
export function startLanguageListener({ startListening }: AppParts) {
  return startListening({
    actionCreator: languageChosen,
    effect: async ({ payload: language }, api) => {
      // Only the last choice counts.
      api.cancelActiveListeners();
      const isSpoken = await changeLanguage(language);
      if (isSpoken === undefined) return;
      if (!isSpoken) {
        showToast({ kind: 'error', text: errorText('NETWORK') });
        api.dispatch(languageChosen(languageOfLocale(i18n.language)));
        return;
      }
      // What operators write about offers comes in one language at a time.
      api.dispatch(emptyApi.util.invalidateTags(['Offering']));
      // Chosen now and then; the first screen does without it.
      const { preferencesApi } = await import('../../domain/preferences/preferencesApi.ts');
      const told = await api.dispatch(preferencesApi.endpoints.setLanguage.initiate(language, { track: false }));
      if (told.data !== undefined && told.data !== '') api.dispatch(languageMarked({ language, mark: told.data }));
    },
  });
}

/** Shows the theme and the colours of prices that are chosen. */
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

/** Where none were chosen, those of the language. */
function showColours({ startListening, store }: AppParts) {
  const show = () => {
    const state = store.getState();
    document.documentElement.dataset['colours'] = shownColours(selectPriceColours(state), selectLanguage(state));
  };
  show();
  return startListening({ matcher: isAnyOf(priceColoursChosen, languageChosen), effect: show });
}

/**
 * What is chosen in one tab of the browser is so in the others; the code for that comes with the first choice, here or
 * there.
 */
export function startChoicesListener(parts: AppParts) {
  /** Until the code is there; nothing once it is. */
  let chosen: UnknownAction[] | undefined = [];
  let stop: (() => void) | undefined;
  let isAsked = false;
  let isOver = false;
  const begin = async () => {
    if (isAsked) return;
    isAsked = true;
    const { shareChoices } = await import('./sharedChoices.ts');
    if (!isOver) stop = shareChoices(parts, chosen ?? []);
    chosen = undefined;
  };
  const hear = ({ key }: StorageEvent) => {
    if (key === 'preferences' || key === 'lang') void begin();
  };
  window.addEventListener('storage', hear);
  const stopListening = parts.startListening({
    predicate: ({ type }) => /^(preferences|language)\/[a-z]+(Chosen|Toggled)$/i.test(type),
    effect: (action) => {
      chosen?.push(action);
      void begin();
    },
  });
  return () => {
    isOver = true;
    window.removeEventListener('storage', hear);
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
