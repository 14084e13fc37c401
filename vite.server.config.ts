/**
 * Builds the server and the operator's tool for `npm start` and `npm run operator`: reading the sources takes
 * three times as long as reading the build.
 */
import { defineConfig } from 'vite';

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'server/build',
    sourcemap: true,
    rolldownOptions: {
      input: { server: 'server/src/server.ts', operator: 'server/src/operator/operator.ts' },
      // Side by side, one folder below `server/`: `server/src/folders.ts` counts on it.
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
  ssr: { noExternal: [/^@halyard\//] },
});
