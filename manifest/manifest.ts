/** The web app manifest, one a language, from typed source and the texts of `locales/` (namespace `manifest`). */
import { LANGUAGES, LOCALES, type Language } from '@halyard/contract/languages';
import { UPLOAD_EXTENSIONS } from '@halyard/contract/uploads/rules';
import type texts from '../locales/en/manifest.json';
import { paths } from '../src/shared/navigation/paths.ts';
import { BASE } from './base.ts';

/** The app's texts outside the app. */
export type ManifestTexts = typeof texts;

/** An icon file below `public/`. */
export type ManifestIcon = {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose: 'any' | 'maskable' | 'monochrome';
};

/** The languages that have a manifest: all. */
export const MANIFEST_LANGUAGES = LANGUAGES;

const APP_NAME = 'Halyard';
const GROUND = '#0b0e14';

/**
 * One icon a purpose: an icon that is both `any` and `maskable` is cut off in one place or lost in padding in the
 * other.
 */
export const ICONS: readonly ManifestIcon[] = [
  { src: 'icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: 'icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: 'icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
  { src: 'icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  { src: 'icons/monochrome-96.png', sizes: '96x96', type: 'image/png', purpose: 'monochrome' },
  { src: 'icons/monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
];

/**
 * Pictures for the dialog that installs the app, taken by `npm run screenshots`: of a phone, and one of a desktop's
 * window.
 */
const SCREENSHOTS = [
  ...['home-dark', 'trade-dark', 'kline-dark', 'assets-dark'].map((name) => ({
    src: `${BASE}screenshots/${name}.png`,
    sizes: '780x1688',
    type: 'image/png',
    form_factor: 'narrow',
  })),
  { src: `${BASE}screenshots/wide-dark.png`, sizes: '1280x800', type: 'image/png', form_factor: 'wide' },
] as const;

/**
 * What other apps may share with this one: what may be uploaded, by type and by name, since some apps tell one and some
 * the other.
 */
const SHAREABLE = Object.entries(UPLOAD_EXTENSIONS).flatMap(([type, extension]) => [type, `.${extension}`]);

/** The manifest in a language. There is no `orientation`: the chart may be turned. */
export function manifestOf(language: Language, { description, shortcuts }: ManifestTexts) {
  return {
    id: BASE,
    scope: BASE,
    start_url: `${BASE}#${paths.home()}`,
    name: APP_NAME,
    short_name: APP_NAME,
    description,
    lang: LOCALES[language],
    dir: 'ltr',
    display: 'standalone',
    theme_color: GROUND,
    background_color: GROUND,
    categories: ['finance', 'business'],
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
    prefer_related_applications: false,
    // Taken by the worker (service-worker/handlers/share.ts).
    share_target: {
      action: `${BASE}share`,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'file', accept: SHAREABLE }] },
    },
    icons: ICONS.map((icon) => ({ ...icon, src: `${BASE}${icon.src}` })),
    screenshots: SCREENSHOTS,
    shortcuts: [
      { name: shortcuts.trade, url: `${BASE}#${paths.trade()}` },
      { name: shortcuts.option, url: `${BASE}#${paths.option()}` },
      { name: shortcuts.assets, url: `${BASE}#${paths.assets()}` },
    ].map((shortcut) => ({ ...shortcut, icons: [{ src: `${BASE}icons/icon-192.png`, sizes: '192x192' }] })),
  } as const;
}
