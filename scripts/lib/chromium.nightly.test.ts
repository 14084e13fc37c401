// Tests where the phone tests find their browser: the environment goes before the PATH, and a wrong path stops with one
// line.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'halyard-chromium-'));
const onPath = join(folder, 'chromium');
const elsewhere = join(folder, 'another');
for (const file of [onPath, elsewhere]) {
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
}
afterAll(() => rmSync(folder, { recursive: true }));

const programOf = (found: string) => `import { findChromium, findHeadlessShell } from './scripts/lib/chromium.mjs';
import { command } from './scripts/lib/repository.mjs';
await command(async () => void process.stdout.write(await ${found}));`;
const argsOf = (found: string) => ['--input-type=module', '--eval', programOf(found)];
const args = argsOf('findChromium()');
const cwd = join(import.meta.dirname, '../..');

describe('the browser of the phone tests', () => {
  it('is the one that the environment names', () => {
    const env = { PATH: folder, CHROMIUM_PATH: elsewhere };
    expect(execFileSync(process.execPath, args, { cwd, env, encoding: 'utf8' })).toBe(elsewhere);
  });

  it('is otherwise the one on the PATH', () => {
    expect(execFileSync(process.execPath, args, { cwd, env: { PATH: folder }, encoding: 'utf8' })).toBe(onPath);
  });

  it('is the headless shell where there is one, and the whole browser where there is none', () => {
    const shell = argsOf(`findHeadlessShell('${onPath}')`);
    const find = (env: NodeJS.ProcessEnv) => execFileSync(process.execPath, shell, { cwd, env, encoding: 'utf8' });
    expect(find({ PATH: folder, HEADLESS_SHELL_PATH: elsewhere })).toBe(elsewhere);
    expect(find({ PATH: folder })).toBe(onPath);
  });

  it('is not guessed when the environment names a missing file', () => {
    const env = { PATH: folder, CHROMIUM_PATH: join(folder, 'missing') };
    const { status, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toBe(`CHROMIUM_PATH is ${join(folder, 'missing')}, where there is no file.\n`);
  });
});
