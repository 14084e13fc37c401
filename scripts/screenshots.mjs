// npm run screenshots: takes the pictures of the README from the running app, into public/screenshots.
import { ensureBuilt } from './lib/build.mjs';
import { findChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command, fromRoot } from './lib/repository.mjs';
import { runLoud } from './lib/run.mjs';

await command(async () => {
  await ensureInstalled();
  const chromium = await findChromium();
  await ensureBuilt();
  const config = fromRoot('scripts/screenshots.config.ts');
  const playwright = fromRoot('node_modules/@playwright/test/cli.js');
  process.exitCode = await runLoud(process.execPath, [playwright, 'test', `--config=${config}`, '--reporter=line'], {
    env: { CHROMIUM_PATH: chromium },
  });
});
