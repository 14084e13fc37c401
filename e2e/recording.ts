/** The recorded market that the phone tests trade on: real one-minute candles that lie beside the repository. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
const FILE = '../shared/data/btcusdt-1m-2023-03.csv.gz';

const WEEK_MS = 7n * 24n * 3_600_000n;
/** Longer than all phone tests take, and those for which the market runs an hour a minute. */
const NEEDED_MS = 24n * 3_600_000n;
const MINUTES_CUT = 3 * 24 * 60;

/**
 * The path to replay. A replay ends each week at the moment of the week at which its file ends, and the market is then
 * suspended; shortly before that, the answer is a copy without the last days, whose end is far.
 */
export async function recordingFor(dataDir: string): Promise<string> {
  const path = join(REPOSITORY, FILE);
  if (!existsSync(path)) return FILE;
  const rows = gunzipSync(await readFile(path))
    .toString()
    .trimEnd()
    .split('\n');
  const lastSeconds = BigInt(rows.at(-1)?.split(',', 1).join('') ?? '');
  const leftMs = WEEK_MS - ((BigInt(Date.now()) - (lastSeconds + 60n) * 1000n) % WEEK_MS);
  if (leftMs > NEEDED_MS) return FILE;
  const shorter = join(dataDir, 'btcusdt-1m-cut.csv');
  await writeFile(shorter, rows.slice(0, -MINUTES_CUT).join('\n'));
  return shorter;
}
