import type { Language } from '@halyard/contract/languages';

/**
 * Where the app lies. Everything in the manifest is spelt from here, since a bare `#/...` would resolve against the
 * manifest itself.
 */
export const BASE = '/h5/';

/** The manifest's file in a language; English, the default, has the plain name. */
export function manifestFile(language: Language): string {
  return language === 'en' ? 'manifest.webmanifest' : `manifest-${language}.webmanifest`;
}
