// With the real server and a faked machine clock (Debian's package `faketime`), a node whose clock is off does not
// start, and reports the difference in one line.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isThorough } from '@halyard/contract/testing/thorough';
import { SERVER } from '../folders.ts';
import { createPostgresDatabase, testEngines } from '../testing/testDatabase.ts';

const PROGRAM = join(SERVER, 'build/server.mjs');
const LIMIT_MS = 120_000;
const hasTool = spawnSync('faketime', ['--version']).status === 0;

describe.runIf((await testEngines()).includes('postgres'))('the server on a machine', () => {
  let place: Awaited<ReturnType<typeof createPostgresDatabase>>;
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-fake-time-'));
  beforeAll(async () => {
    place = await createPostgresDatabase();
  });
  afterAll(async () => {
    await place.drop();
    rmSync(dataDir, { recursive: true });
  });

  // clockWatch.test.ts has the other differences.
  it.for([
    ['+90s', '90 s ahead of'],
    ...(isThorough
      ? [
          ['-90s', '90 s behind'],
          ['+600s', '600 s ahead of'],
        ]
      : []),
  ])('whose clock is off by %s does not start', async ([offset = '', difference = ''], { skip }) => {
    skip(!hasTool, 'faketime is not installed');
    const env = {
      ...process.env,
      DATABASE_URL: place.url,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      SANDBOX: '1',
    };
    const words = ['-f', offset, process.execPath, PROGRAM];
    const failed: unknown = await promisify(execFile)('faketime', words, { env, timeout: LIMIT_MS }).catch(
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({
      code: 1,
      stderr: `The exchange does not start: the clock of this machine is ${difference} the database's. Set it (NTP) and start again.\n`,
    });
  });
});
