// A data directory has one owner, and a crashed owner loses it. Uses real processes that are killed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirLockedError, lockDataDir } from './dataDir.ts';

const HOLDER = fileURLToPath(new URL('../testing/lockHolder.ts', import.meta.url));
const TSX = import.meta.resolve('tsx');

describe('the lock of a data directory', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'halyard-lock-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const lockFile = () => join(dataDir, 'lock');

  async function startHolder() {
    const child = spawn(process.execPath, ['--import', TSX, HOLDER, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    const kill = async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    };
    return { pid: child.pid, kill };
  }

  it('is refused while another process holds it, and taken over after that process was killed', async () => {
    const holder = await startHolder();
    try {
      expect(() => lockDataDir(dataDir)).toThrow(
        `The data directory ${dataDir} is in use by the process ${holder.pid}: stop it, or set DATA_DIR to another directory.`,
      );
    } finally {
      await holder.kill();
    }
    expect(existsSync(lockFile())).toBe(true);
    const unlock = lockDataDir(dataDir);
    expect(readFileSync(lockFile(), 'utf8')).toContain(`"pid":${process.pid}`);
    unlock();
  });

  it('is refused to the process that holds it, under any spelling of the directory', () => {
    const unlock = lockDataDir(dataDir);
    expect(() => lockDataDir(join(dataDir, '..', dataDir.split('/').at(-1) ?? ''))).toThrow(DataDirLockedError);
    unlock();
  });

  it('leaves nothing behind on release, and a second release does not affect the next owner', () => {
    const unlock = lockDataDir(dataDir);
    unlock();
    expect(readdirSync(dataDir)).toEqual([]);
    const unlockNext = lockDataDir(dataDir);
    unlock();
    expect(existsSync(lockFile())).toBe(true);
    unlockNext();
  });

  it('creates the directory', () => {
    const unlock = lockDataDir(join(dataDir, 'a', 'b'));
    expect(existsSync(join(dataDir, 'a', 'b', 'lock'))).toBe(true);
    unlock();
  });

  const leaveLockOf = (pid: number) => writeFileSync(lockFile(), JSON.stringify({ pid, born: 'another boot:1' }));

  it('is taken over when it names the id of this process, as in a restarted container', () => {
    leaveLockOf(process.pid);
    lockDataDir(dataDir)();
    expect(existsSync(lockFile())).toBe(false);
  });

  // Only where the system provides start times can a reused id be distinguished from its earlier process.
  it.runIf(existsSync('/proc/self/stat'))(
    'is taken over when the process of that id was started at another time',
    () => {
      leaveLockOf(process.ppid);
      lockDataDir(dataDir)();
      expect(existsSync(lockFile())).toBe(false);
    },
  );

  it.each(['', '{', 'null', '{"pid":"7"}'])('is taken over when its file is unreadable: %j', (content) => {
    writeFileSync(lockFile(), content);
    lockDataDir(dataDir)();
    expect(existsSync(lockFile())).toBe(false);
  });
});
