/** The web app manifest, one per language, from typed source and the texts of `locales/` (namespace `manifest`). */
import { LANGUAGES, LOCALES, type Language } from '@halyard/contract/languages';
import { UPLOAD_EXTENSIONS } from '@halyard/contract/uploads/rules';
import type texts from '../locales/en/manifest.json';
import { paths } from '../src/shared/navigation/paths.ts';
import { BASE } from './base.ts';

/** Texts of the manifest in one language. */
export type ManifestTexts = typeof texts;

/** An icon file below `public/`. */
export type ManifestIcon = {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose: 'any' | 'maskable' | 'monochrome';
};

/** Languages that have a manifest: all. */
export const MANIFEST_LANGUAGES = LANGUAGES;

const APP_NAME = 'Halyard';
const GROUND = '#0b0e14';

/**
 * One icon per purpose. An icon that is both `any` and `maskable` is cropped in one place or padded too much in
 * another.
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

/** Screenshots for the install dialog, taken by `npm run screenshots`: phone and desktop. */
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
 * File types that other apps may share with this one: the uploadable ones. Some apps send a media type, others a file
 * extension, so both are listed.
 */
const SHAREABLE = Object.entries(UPLOAD_EXTENSIONS).flatMap(([type, extension]) => [type, `.${extension}`]);

/** Manifest in a language. It has no `orientation`, because users may rotate the chart. */
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
    // Handled by the worker (service-worker/handlers/share.ts).
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
