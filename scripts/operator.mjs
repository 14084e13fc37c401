// npm run operator: reviews, users, terms, books. What it can do is said by `npm run operator` itself.
import { ensureServerBuilt } from './lib/build.mjs';
import { ensureRunnable } from './lib/install.mjs';
import { command } from './lib/repository.mjs';

await command(async () => {
  await ensureRunnable();
  await ensureServerBuilt();

  process.setSourceMapsEnabled(true);
  await import(new URL('../server/build/operator.mjs', import.meta.url).href);
});
