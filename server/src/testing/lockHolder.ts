/** A process that holds the lock of a data directory until it is killed; prints when it has it. */
import { lockDataDir } from '../db/dataDir.ts';

const [dataDir = ''] = process.argv.slice(2);
lockDataDir(dataDir);
process.stdout.write('locked');
// An open input keeps the process alive.
process.stdin.resume();
