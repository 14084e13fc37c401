/** Texts of the app: i18next, one lazy namespace per feature and language. */
import { createInstance, type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGES, LOCALES, type Language } from '@halyard/contract/languages';
import { loadTexts } from '../../../locales/registry.ts';
import { manifestFile } from '../../../manifest/base.ts';

/** Namespaces that every page needs. */
const SHELL_NAMESPACES = ['common', 'shell', 'messages'] as const;

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (locale, namespace, callback) => {
    loadTexts(languageOfLocale(locale), namespace).then(
      (texts) => callback(null, texts),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), false),
    );
  },
};

/** The one instance. Its languages are BCP 47 tags, so that plural rules match the language. */
export const i18n = createInstance().use(backend).use(initReactI18next);

/** Loads the texts that every page needs, in a language; also in another one after the texts were started. */
export async function startI18n(language: Language): Promise<void> {
  if (i18n.isInitialized) {
    await changeLanguage(language);
    return;
  }
  i18n.on('languageChanged', updateDocument);
  await i18n.init({
    lng: LOCALES[language],
    // Every language is complete (held by a test), so English is not loaded beside another language.
    fallbackLng: false,
    load: 'currentOnly',
    ns: [...SHELL_NAMESPACES],
    defaultNS: 'common',
    // React escapes.
    interpolation: { escapeValue: false },
  });
}

let wanted: Language | undefined;

/**
 * Changes the language without a reload. Loads the texts of the namespaces in use first, so that no key is ever shown.
 * Returns whether the language is now in use: if its texts cannot be loaded, the previous one stays. `undefined` if
 * another one was chosen meanwhile.
 */
export async function changeLanguage(language: Language): Promise<boolean | undefined> {
  wanted = language;
  const locale = LOCALES[language];
  const inUse = Object.keys(i18n.getDataByLanguage(i18n.language) ?? {});
  const missing = () => inUse.filter((namespace) => !i18n.hasResourceBundle(locale, namespace));
  // Retries texts that failed to load before.
  if (missing().length > 0) await i18n.reloadResources([locale], missing());
  if (wanted !== language) return undefined;
  if (missing().length > 0) return false;
  await i18n.changeLanguage(locale);
  return true;
}

/**
 * Loads a feature's texts, beside its code. If that fails twice, the page opens in English, which is cached at
 * installation. Throws if that cannot be loaded either.
 */
export async function loadNamespace(namespace: string): Promise<void> {
  const { language } = i18n;
  const isMissing = () => !i18n.hasResourceBundle(language, namespace);
  await i18n.loadNamespaces(namespace);
  // Texts that failed to load count as loaded, and their keys would be shown.
  if (isMissing() && navigator.onLine) await i18n.reloadResources([language], [namespace]);
  if (isMissing()) i18n.addResourceBundle(language, namespace, await loadTexts('en', namespace));
}

/** Language of one of our BCP 47 tags. */
export function languageOfLocale(locale: string): Language {
  return LANGUAGES.find((language) => LOCALES[language] === locale) ?? 'en';
}

function updateDocument(locale: string): void {
  // Without the extensions for `Intl`.
  document.documentElement.lang = locale.replace(/-u-.*$/, '');
  document.documentElement.dir = i18n.dir(locale);
  // An app installed from now on has its name and shortcuts in this language.
  const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (manifest !== null) manifest.href = `${import.meta.env.BASE_URL}${manifestFile(languageOfLocale(locale))}`;
}
