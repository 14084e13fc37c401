// npm run gallery: pictures of every screen in every state, side by side in gallery/index.html.
//   npm run gallery -- home trade                       only these screens of e2e/screens.ts
//   npm run gallery -- --state full,empty --size 360x640 --theme dark --language esp
import { ensureGalleryBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { findChromium, findHeadlessShell } from './lib/chromium.mjs';
import { command, fromRoot } from './lib/repository.mjs';
import { runLoud } from './lib/run.mjs';

await command(async () => {
  await ensureInstalled();
  const shell = await findHeadlessShell(await findChromium());
  await ensureGalleryBuilt();
  const { preview } = await import('vite');
  const configFile = fromRoot('scripts/gallery.config.ts');
  const server = await preview({ configFile, configLoader: 'runner', logLevel: 'warn' });
  const url = server.resolvedUrls?.local[0] ?? '';
  const taker = fromRoot('e2e/gallery/takePictures.ts');
  process.exitCode = await runLoud(process.execPath, ['--import', 'tsx', taker, ...process.argv.slice(2)], {
    env: { GALLERY_URL: url, CHROMIUM_PATH: shell },
  });
  await server.close();
});
