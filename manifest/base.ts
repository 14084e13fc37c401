import type { Language } from '@halyard/contract/languages';

/**
 * Base path of the app. Manifest links start with it, because a bare `#/...` would resolve against the manifest itself.
 */
export const BASE = '/h5/';

/** File name of the manifest in a language. English, the default, has the plain name. */
export function manifestFile(language: Language): string {
  return language === 'en' ? 'manifest.webmanifest' : `manifest-${language}.webmanifest`;
}
