// npm run upgrade:fixture: makes the database and the facts of upgrade.test.ts by this version.
//   npm run upgrade:fixture -- <checkout>     by the version of another checkout, which is built
import { ensureServerBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command, fromRoot } from './lib/repository.mjs';
import { runLoud } from './lib/run.mjs';

await command(async () => {
  await ensureInstalled();
  await ensureServerBuilt();
  const program = fromRoot('server/src/testing/upgrade/makeFixture.ts');
  process.exitCode = await runLoud(process.execPath, ['--import', 'tsx', program, ...process.argv.slice(2)]);
});
