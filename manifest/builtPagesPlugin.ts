/**
 * Gives the app's start the names of the pages that exist and the tabs, read from the features' manifests, without the
 * code that loads the pages.
 */
import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';
import type * as features from '../src/app/features.ts';

const NAME = 'virtual:built-pages';
const FEATURES = fileURLToPath(new URL('../src/app/features.ts', import.meta.url));

/** Plugin for Vite and Vitest. */
export function builtPages(): Plugin {
  return {
    name: 'halyard-built-pages',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: async (id) => {
      if (id !== `\0${NAME}`) return undefined;
      const { module } = await runnerImport<typeof features>(FEATURES, { configFile: false });
      const tabs = module.TABS.filter(({ isOnRailOnly = false }) => !isOnRailOnly);
      const icons = tabs.map(({ icon }) => icon.displayName);
      return [
        `import { ${icons.join(', ')} } from 'lucide-react';`,
        `export const BUILT_PAGES = ${JSON.stringify(Object.keys(module.PAGES))};`,
        `export const TABS = [${tabs.map(({ page, text }, at) => `{ page: '${page}', text: '${text}', icon: ${icons[at]} }`).join(', ')}];`,
      ].join('\n');
    },
  };
}
