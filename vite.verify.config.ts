/**
 * Builds halyard-verify: one file that needs nothing but Node. Not minified, so that it can be read, and without
 * anything of the machine, so that anyone can build the same bytes.
 */
import { defineConfig } from 'vite';

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'verify/build',
    minify: false,
    rolldownOptions: {
      input: { 'halyard-verify': 'verify/src/halyardVerify.ts' },
      // Names of source files would show where packages are installed.
      experimental: { attachDebugInfo: 'none' },
      output: { entryFileNames: '[name].mjs', codeSplitting: false },
    },
  },
  ssr: { noExternal: true },
});
