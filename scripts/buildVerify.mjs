// npm run build:verify: builds halyard-verify, and prints the hash that an exchange with the same sources shows.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ensureVerifyBuilt } from './lib/build.mjs';
import { ensureRunnable } from './lib/install.mjs';
import { command, fromRoot, say } from './lib/repository.mjs';

const TOOL = 'verify/build/halyard-verify.mjs';

await command(async () => {
  await ensureRunnable();
  await ensureVerifyBuilt();
  say(
    `${createHash('sha256')
      .update(readFileSync(fromRoot(TOOL)))
      .digest('hex')}  ${TOOL}`,
  );
});
