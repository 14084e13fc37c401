// npm run operator: reviews, users, terms, books. What it can do is said by `npm run operator` itself.
import { ensureInstalled } from './lib/install.mjs';
import { command } from './lib/repository.mjs';

await command(async () => {
  await ensureInstalled();

  const { register } = await import('tsx/esm/api');
  register();
  // A URL made at run time keeps the server's sources out of the type check of these scripts: they have their own.
  await import(new URL('../server/src/operator/operator.ts', import.meta.url).href);
});
