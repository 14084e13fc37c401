// npm run operator: reviews, users, terms, books. `npm run operator` itself lists its commands.
import { ensureServerBuilt } from './lib/build.mjs';
import { ensureRunnable } from './lib/install.mjs';
import { command } from './lib/repository.mjs';

await command(async () => {
  await ensureRunnable();
  await ensureServerBuilt();

  process.setSourceMapsEnabled(true);
  await import(new URL('../server/build/operator.mjs', import.meta.url).href);
});
