// npm start: on a fresh clone installs and builds first, then becomes the server. The server runs in this very process,
// so everything that ends this process (Ctrl+C, kill, kill -9, a supervisor) ends the server, and its exit code is this
// command's.
import { ensureBuilt } from './lib/build.mjs';
import { ensureRunnable } from './lib/install.mjs';
import { endWithNpm } from './lib/parent.mjs';
import { command } from './lib/repository.mjs';

endWithNpm();
await command(async () => {
  await ensureRunnable();
  await ensureBuilt();

  process.setSourceMapsEnabled(true);
  await import(new URL('../server/build/server.mjs', import.meta.url).href);
});
