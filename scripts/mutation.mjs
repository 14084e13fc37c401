// npm run mutation: changes the money core in thousands of small ways (StrykerJS) and fails where the tests of a folder
// detect less than 85 % of them. Which folders and tests: mutation/targets.mjs. For the nights: it takes hours.
//   npm run mutation -- money rules                       only these targets
//   npm run mutation -- rules --mutate 'contract/src/spot/rules.ts'    the rest goes to StrykerJS
import { TARGETS } from '../mutation/targets.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command, fromRoot, say, stop } from './lib/repository.mjs';
import { runLoud } from './lib/run.mjs';

await command(async () => {
  await ensureInstalled();
  await ensureInstalled({ folder: 'mutation', title: 'Installing StrykerJS' });
  const words = process.argv.slice(2);
  const firstOption = words.findIndex((word) => word.startsWith('-'));
  const names = firstOption < 0 ? words : words.slice(0, firstOption);
  const options = firstOption < 0 ? [] : words.slice(firstOption);
  const unknown = names.find((name) => !(name in TARGETS));
  if (unknown) stop(`There is no target called «${unknown}»: use ${Object.keys(TARGETS).join(', ')}.`);

  const stryker = fromRoot('mutation/node_modules/@stryker-mutator/core/bin/stryker.js');
  for (const name of names.length === 0 ? Object.keys(TARGETS) : names) {
    say(`\n${name}`);
    const run = [stryker, 'run', fromRoot('mutation/stryker.config.mjs'), ...options];
    const status = await runLoud(process.execPath, run, { env: { MUTATION_TARGET: name } });
    if (status !== 0) process.exitCode = status;
  }
});
