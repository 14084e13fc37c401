// npm run package:try: the package in a bare Debian root, as in the image; needs root and debootstrap.
import { ensureInstalled } from './lib/install.mjs';
import { command, fromRoot } from './lib/repository.mjs';
import { runLoud } from './lib/run.mjs';

await command(async () => {
  await ensureInstalled();
  const program = fromRoot('scripts/integration/bareRoot.ts');
  process.exitCode = await runLoud(process.execPath, ['--import', 'tsx', program, ...process.argv.slice(2)]);
});
