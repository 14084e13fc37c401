/**
 * Builds halyard-verify: one file that needs nothing but Node. Not minified, so that whoever distrusts the exchange can
 * read it, and without anything of the machine, so that he can build the same bytes.
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
      // Which file a part is of would say where its packages lie.
      experimental: { attachDebugInfo: 'none' },
      output: { entryFileNames: '[name].mjs', codeSplitting: false },
    },
  },
  ssr: { noExternal: true },
});
