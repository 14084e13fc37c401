/** `npm run feed:try`. */
import { originsOf, venuesOf } from '../../../feedSetting.ts';
import { readTry, TRY_USAGE, tryVenues } from './tryVenues.ts';

const ending = new AbortController();
process.on('SIGINT', () => ending.abort());
const wanted = readTry(process.argv.slice(2), { venuesOf, originsOf });
if (wanted === undefined) {
  process.stderr.write(`${TRY_USAGE}\n`);
  process.exitCode = 1;
} else {
  await tryVenues(wanted, (line) => void process.stdout.write(`${line}\n`), ending.signal);
}
