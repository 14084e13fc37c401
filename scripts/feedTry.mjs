// npm run feed:try: what venues quote and the index of it, without an exchange; records what they send.
//   npm run feed:try -- binance,kraken,okx --seconds 60 --record frames.jsonl
import { ensureInstalled } from './lib/install.mjs';
import { command, fromRoot } from './lib/repository.mjs';
import { runLoud } from './lib/run.mjs';

await command(async () => {
  await ensureInstalled();
  const program = fromRoot('server/src/market/feeds/live/feedTry.ts');
  process.exitCode = await runLoud(process.execPath, ['--import', 'tsx', program, ...process.argv.slice(2)]);
});
