/** The tool as a program. */
import process, { argv, stdout } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { verify } from './verify.ts';

process.exitCode = await verify(argv.slice(2), {
  print: (line) => void stdout.write(`${line}\n`),
  nowMs: () => Date.now(),
  passSecond: async () => setTimeout(1000, true),
});
