// The tool is one file that runs wherever Node runs, and every build has the bytes that the exchange serves.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureVerifyBuilt } from '../../scripts/lib/build.mjs';
import { ROOT } from '../../scripts/lib/repository.mjs';
import { openTamperedLog, type TamperedLog } from '../../server/src/testing/tamperedLog.ts';

const NAME = 'halyard-verify.mjs';
const folder = mkdtempSync(join(tmpdir(), 'halyard-verify-'));
let log: TamperedLog;
beforeAll(async () => {
  await ensureVerifyBuilt();
  log = await openTamperedLog();
});
afterAll(async () => {
  await log.close();
  rmSync(folder, { recursive: true });
});

const served = async (name: string) => Buffer.from(await (await fetch(`${log.url}/log/${name}`)).arrayBuffer());

it('has the same bytes in a second build elsewhere, and the hash that the exchange shows', async () => {
  const configFile = join(ROOT, 'vite.verify.config.ts');
  await build({ root: ROOT, configFile, logLevel: 'silent', build: { outDir: folder, emptyOutDir: true } });
  const built = readFileSync(join(folder, NAME));
  expect((await served(NAME)).equals(built)).toBe(true);
  const digest = createHash('sha256').update(built).digest('hex');
  expect((await served(`${NAME}.sha256`)).toString()).toBe(`${digest}  ${NAME}\n`);
});

it('runs on Node alone, outside of the project', async () => {
  const path = join(folder, NAME);
  writeFileSync(path, await served(NAME));
  const run = (...words: readonly string[]) =>
    promisify(execFile)(process.execPath, [path, ...words, '--log', log.vkey], { cwd: folder, env: {} });
  const follow = () => run('follow', `${log.url}/log/`, '--state', 'seen');
  expect((await follow()).stdout).toContain('signed by the exchange alone');
  await log.logSeconds(1);
  const changed = await log.changeTick();
  await expect(follow()).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`failed  entries: entry ${changed} (prices, series`) as string,
  });
  await expect(run('receipt', path)).rejects.toMatchObject({ code: 2 });
});
