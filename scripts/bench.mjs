// npm run bench: every benchmark of bench/, one after the other, each in its own process so that none warms up the
// next.
//   npm run bench -- ledger        only bench/ledger.bench.ts
import { readdirSync } from 'node:fs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureBenchInstalled, ensureInstalled } from './lib/install.mjs';
import { command, fromRoot, say, stop } from './lib/repository.mjs';
import { runLoud } from './lib/run.mjs';

const SUFFIX = '.bench.ts';

await command(async () => {
  await ensureInstalled();
  await ensureBenchInstalled();
  await ensureBuilt();
  const names = readdirSync(fromRoot('bench'))
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length));
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown) stop(`There is no benchmark called «${unknown}»: use ${names.join(', ')}.`);

  for (const name of names.filter((candidate) => wanted.length === 0 || wanted.includes(candidate))) {
    say(`\n${name}`);
    const status = await runLoud(process.execPath, ['--import', 'tsx', fromRoot(`bench/${name}${SUFFIX}`)]);
    if (status !== 0) process.exitCode = status;
  }
});
