/** Entry point of the operator tool. */
import process, { argv, cwd, env, stderr, stdout } from 'node:process';
import { createLog } from '../plugins/logging.ts';
import { operate } from './operate.ts';

process.exitCode = await operate({
  words: argv.slice(2),
  env,
  // npm changes to the repository's folder; INIT_CWD is the folder where it was called.
  cwd: env['INIT_CWD'] ?? cwd(),
  out: (text) => void stdout.write(`${text}\n`),
  err: (text) => void stderr.write(`${text}\n`),
  log: createLog({ logLevel: 'warn', stream: stderr }),
});
