// The tool is one file that runs wherever Node is, and whoever builds it gets the bytes that the exchange serves.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatVkey } from '@halyard/contract/log/keys';
import { LOG } from '@halyard/contract/log/logFixtures';
import { ensureVerifyBuilt } from '../../scripts/lib/build.mjs';
import { ROOT } from '../../scripts/lib/repository.mjs';
import { startTestServer, type TestServer } from '../../server/src/testing/testServer.ts';

const NAME = 'halyard-verify.mjs';
const folder = mkdtempSync(join(tmpdir(), 'halyard-verify-'));
let server: TestServer;
beforeAll(async () => {
  await ensureVerifyBuilt();
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const served = async (name: string) => (await server.app.inject({ url: `/log/${name}` })).rawPayload;

it('has the same bytes when it is built again, elsewhere, and the hash that the exchange shows', async () => {
  const configFile = join(ROOT, 'vite.verify.config.ts');
  await build({ root: ROOT, configFile, logLevel: 'silent', build: { outDir: folder, emptyOutDir: true } });
  const built = readFileSync(join(folder, NAME));
  expect((await served(NAME)).equals(built)).toBe(true);
  const digest = createHash('sha256').update(built).digest('hex');
  expect((await served(`${NAME}.sha256`)).toString()).toBe(`${digest}  ${NAME}\n`);
});

it('runs on Node alone, outside of the project', async () => {
  const [path, receipt] = [join(folder, NAME), join(folder, 'receipt.json')];
  writeFileSync(path, await served(NAME));
  writeFileSync(receipt, '{}');
  const run = promisify(execFile)(process.execPath, [path, 'receipt', receipt, '--log', formatVkey(LOG.key)], {
    cwd: folder,
    env: {},
  });
  await expect(run).rejects.toMatchObject({ code: 2, stdout: expect.stringContaining('failed  format') as string });
});
