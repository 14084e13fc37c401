// Go's own code for transparency logs, which shares nothing with ours, verifies the log too. Left out where `go` or its
// package golang.org/x/mod is missing. THOROUGH=1 has so many entries that the tree has three levels of tiles.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isThorough } from '@halyard/contract/testing/thorough';
import { ROOT } from '../../scripts/lib/repository.mjs';
import { openTamperedLog, type TamperedLog } from '../../server/src/testing/tamperedLog.ts';

const SECONDS = 300;
const OTHERS = isThorough ? 220 : 0;
/** Path of Debian's Go packages, which Go modules do not know. */
const env = { GOPATH: '/usr/share/gocode', ...process.env, GO111MODULE: 'off' };
const hasGo = spawnSync('go', ['list', 'golang.org/x/mod/sumdb/tlog'], { env }).status === 0;

describe.skipIf(!hasGo)('an implementation by others (Go, golang.org/x/mod)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-independent-'));
  const program = join(folder, 'independent');
  let log: TamperedLog;
  beforeAll(async () => {
    await promisify(execFile)('go', ['build', '-o', program, join(ROOT, 'verify/independent/main.go')], { env });
    log = await openTamperedLog();
    await log.logSeconds(SECONDS, OTHERS);
  });
  afterAll(async () => {
    await log.close();
    rmSync(folder, { recursive: true });
  });
  const judge = () => promisify(execFile)(program, [`${log.url}/log/`, log.vkey]);

  it('verifies every entry and tile', async () => {
    expect((await judge()).stdout).toMatch(
      new RegExp(`^passed: all ${await log.size()} entries are what was signed, `, 'u'),
    );
  });

  it('names the entry of a tick that was changed', async () => {
    const stdout = `failed: entry ${await log.changeTick()} is not what was signed\n`;
    await expect(judge()).rejects.toMatchObject({ code: 1, stdout });
  });
});
