// Whoever follows a real exchange's log sees that it is true, and otherwise which entry is not, or that there are two
// histories; then he has a file that shows it to others.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTamperedLog, type TamperedLog } from '../../server/src/testing/tamperedLog.ts';
import { verify } from './verify.ts';

let log: TamperedLog;
let folder: string;
beforeEach(async () => {
  log = await openTamperedLog();
  folder = mkdtempSync(join(tmpdir(), 'halyard-verify-'));
});
afterEach(async () => {
  await log.close();
  rmSync(folder, { recursive: true });
});

/** What the tool says; `passSecond` is asked between two passes. */
async function tool(words: readonly string[], passSecond = () => Promise.resolve(false)) {
  const lines: string[] = [];
  const exitCode = await verify([...words, '--log', log.vkey], { print: (line) => lines.push(line), passSecond });
  return { exitCode, out: lines.join('\n') };
}
const follow = (state = 'state') => tool(['follow', `${log.url}/log/`, '--state', join(folder, state)]);

const evidence = () => readdirSync(join(folder, 'state')).filter((name) => name.startsWith('evidence-'));

it('follows a log from its beginning, and then on from where it was', async () => {
  await log.sealSeconds(260);
  const first = await follow();
  expect(first).toMatchObject({ exitCode: 0 });
  expect(first.out).toMatch(/^passed {2}entries: 26\d new, /mu);
  expect(first.out).toMatch(/^signed by the exchange alone: sandbox\.halyard\.invalid/mu);
  log.clock.advance(5000);
  await log.sealSeconds(3);
  const then = await follow();
  expect(then).toMatchObject({ exitCode: 0 });
  expect(then.out).toMatch(/^warning entry 26\d \(prices, series \d+ seq \d+\): nothing was sealed for 6000 ms/mu);
  expect(then.out).toMatch(/^passed {2}entries: 3 new, /mu);
  expect((await follow()).out).toMatch(/^passed {2}entries: 0 new, /mu);
});

it('goes on each second until something is false, and says when that began', async () => {
  let passes = 0;
  const passSecond = async () => {
    passes += 1;
    await log.sealSeconds(1);
    if (passes === 2) await log.changeTick();
    return passes < 5;
  };
  const words = ['follow', `${log.url}/log`, '--state', join(folder, 'state'), '--watch'];
  const { exitCode, out } = await tool(words, passSecond);
  expect([exitCode, passes]).toEqual([1, 2]);
  expect(out).toMatch(/\nfailed {2}entries: entry \d+ \(prices, series \d+ seq \d+\) is not what was signed$/u);
});

it('names series and seq of a tick that was changed behind the back of the log', async () => {
  await log.sealSeconds(10);
  await log.changeTick(5);
  const { exitCode, out } = await follow();
  expect(exitCode).toBe(1);
  expect(out).toMatch(/^failed {2}entries: entry \d+ \(prices, series \d+ seq 5\) is not what was signed$/mu);
});

it.each([
  ['larger', 9],
  ['as large', 6],
  ['smaller', 3],
])('keeps evidence of another history that is %s, which convicts by itself', async (_size, seconds) => {
  await log.sealSeconds(4);
  const size = await log.size();
  await log.sealSeconds(6);
  expect(await follow()).toMatchObject({ exitCode: 0 });
  await log.takeBack(size);
  log.clock.advance(100);
  await log.sealSeconds(seconds);
  const { exitCode, out } = await follow();
  expect([exitCode, out]).toEqual([1, expect.stringContaining('the one does not continue the other')]);
  expect(evidence()).toEqual([`evidence-${size + seconds}.txt`]);
  const file = join(folder, 'state', evidence()[0] ?? '');
  rmSync(join(folder, 'state', 'state.json'));
  const judged = await tool(['evidence', file]);
  expect(judged).toMatchObject({ exitCode: 0 });
  expect(judged.out).toContain('the log has two histories');
});

it('says of a log that was taken back and not continued that it shrank, which convicts nobody', async () => {
  await log.sealSeconds(4);
  const size = await log.size();
  await log.sealSeconds(6);
  await follow();
  await log.takeBack(size);
  const { exitCode, out } = await follow();
  expect([exitCode, out]).toEqual([1, expect.stringContaining(`${size} entries are published, and ${size + 6} were`)]);
  expect(evidence()).toEqual([]);
});
