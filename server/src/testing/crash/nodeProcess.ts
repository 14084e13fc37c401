/** A program of this folder as a process that is killed with -9 during its work. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { REPOSITORY } from '../../folders.ts';

export type NodeProcess = {
  /** Waits for its next output, or for its end; resolves to whether it is still running. */
  hear(): Promise<boolean>;
  hasEnded(): boolean;
  /** Waits for its end. */
  ended(): Promise<void>;
  /** SIGKILL: nothing in the process runs any more. */
  kill(): Promise<void>;
};

/** Starts a program, with its plan as JSON. */
export function startNode(program: string, plan: object): NodeProcess {
  const file = join(REPOSITORY, 'server/src/testing/crash', program);
  const child = spawn(process.execPath, ['--import', 'tsx', file, JSON.stringify(plan)], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = once(child, 'exit').then(() => false);
  let hearing: Promise<boolean> | undefined;
  const hear = () => {
    hearing ??= Promise.race([once(child.stdout, 'data').then(() => true), end]).finally(() => {
      hearing = undefined;
    });
    return hearing;
  };
  const ended = async () => void (await end);
  const kill = () => {
    child.kill('SIGKILL');
    return ended();
  };
  return { hear, ended, kill, hasEnded: () => child.exitCode !== null || child.signalCode !== null };
}
