/** Language and theme, as chosen, on the document. */
import { preferencesApi } from '../../domain/preferences/preferencesApi.ts';
import { languageChosen, languageMarked } from '../../domain/preferences/languageSlice.ts';
import { selectTheme, themeChosen, type Theme } from '../../domain/preferences/preferencesSlice.ts';
import { changeLanguage } from '../../shared/i18n/i18n.ts';
import type { AppParts } from './appParts.ts';

/** Speaks a newly chosen language without a reload, and asks the server what it calls it. */
export function startLanguageListener({ startListening }: AppParts) {
  return startListening({
    actionCreator: languageChosen,
    effect: async ({ payload: language }, api) => {
      // Only the last choice counts.
      api.cancelActiveListeners();
      await changeLanguage(language);
      const told = await api.dispatch(preferencesApi.endpoints.setLanguage.initiate(language, { track: false }));
      if (told.data !== undefined && told.data !== '') api.dispatch(languageMarked({ language, mark: told.data }));
    },
  });
}

/** Shows the theme that is chosen; `system` follows the device. */
export function startThemeListener({ startListening, store }: AppParts) {
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

function showTheme(theme: Theme, isDeviceLight: boolean): void {
  const isLight = theme === 'light' || (theme === 'system' && isDeviceLight);
  document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark';
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
}
