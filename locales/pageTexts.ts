/** The texts of every page but the first one, by their path from here. */
import type { Loader, Texts } from './registry.ts';

// The manifest's texts are for the build alone.
export const PAGE_TEXTS: Readonly<Record<string, Loader>> = import.meta.glob<Texts>(
  ['./*/*.json', '!./*/common.json', '!./*/shell.json', '!./*/home.json', '!./*/manifest.json'],
  { import: 'default' },
);
