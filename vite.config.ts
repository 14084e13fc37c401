import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { BASE } from './manifest/base.ts';
import { manifestPlugin } from './manifest/manifestPlugin.ts';

const fromModules = (path: string) => fileURLToPath(new URL(`./node_modules/${path}`, import.meta.url));

export default defineConfig({
  base: BASE,
  plugins: [
    react(),
    manifestPlugin(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'service-worker',
      filename: 'sw.ts',
      // Registered by src/shared/pwa, which asks before an update; the manifests are our own, one a language.
      injectRegister: false,
      registerType: 'prompt',
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{html,js,css}', 'icons/icon.svg', 'icons/icon-192.png', '*.webmanifest'],
      },
    }),
  ],
  resolve: {
    alias: [
      // The package's own exports name its development build only, warnings included.
      { find: /^react-router$/, replacement: fromModules('react-router/dist/production/index.mjs') },
      { find: /^react-router\/dom$/, replacement: fromModules('react-router/dist/production/dom-export.mjs') },
    ],
  },
  build: {
    // Read by the check of sizes.
    manifest: true,
    // Nothing is inlined: the content policy allows no data in scripts, and small icons are cached as files.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every visit needs comes in two files, libraries and our own, instead of thirty: smaller together, and libraries stay cached
        // when the app changes.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 2 },
            {
              name: 'start',
              tags: ['$initial'],
              test: /[\\/](src|contract|locales|manifest)[\\/](?!main\.tsx)/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
