/** The app with a simulated server (`src/testing/gallery`), for `npm run gallery`. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { BASE } from '../manifest/base.ts';
import { builtPages } from '../manifest/builtPagesPlugin.ts';

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export default defineConfig({
  root: fromRoot('src/testing/gallery'),
  // Pictures of the same design are equal on every commit.
  define: { 'import.meta.env.VITE_COMMIT': JSON.stringify('5d41402abc4b') },
  publicDir: fromRoot('public'),
  base: BASE,
  plugins: [react(), builtPages()],
  build: { outDir: fromRoot('gallery/app'), emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  preview: { port: 0, host: '127.0.0.1' },
});
