// Following a real exchange's log: a true log passes, otherwise the false entry or the second history is named, with an
// evidence file for others.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WITNESS } from '@halyard/contract/testing/logFixtures';
import { DAY_MS } from '@halyard/contract/time';
import { isThorough } from '@halyard/contract/testing/thorough';
import { cosignText, formatNote, formatVkey, parseCheckpoint } from '@halyard/contract/transparency/note';
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

/** Output of the tool; `passSecond` runs between two passes. */
async function tool(words: readonly string[], passSecond = () => Promise.resolve(false), trust = ['--log', log.vkey]) {
  const lines: string[] = [];
  const machine = { print: (line: string) => lines.push(line), nowMs: () => log.clock.nowMs(), passSecond };
  const exitCode = await verify([...words, ...trust], machine);
  return { exitCode, out: lines.join('\n') };
}
const follow = (state = 'state') => tool(['follow', `${log.url}/log/`, '--state', join(folder, state)]);

const evidence = (state = 'state') => readdirSync(join(folder, state)).filter((name) => name.startsWith('evidence-'));

it('follows a log from its beginning, and then on from where it was', async () => {
  await log.logSeconds(260);
  const first = await follow();
  expect(first).toMatchObject({ exitCode: 0 });
  expect(first.out).toMatch(/^passed {2}entries: 269 new, /mu);
  expect(first.out).toMatch(/^signed by the exchange alone: sandbox\.halyard\.invalid/mu);
  // By the name that earlier versions of the tool gave it.
  expect(readFileSync(join(folder, 'state', 'state.json'), 'utf8')).toMatch(/"sealedMs":\d{13},/);
  log.clock.advance(5000);
  await log.logSeconds(3);
  const then = await follow();
  expect(then).toMatchObject({ exitCode: 0 });
  expect(then.out).toMatch(/^warning entry 269 \(prices, series \d+ seq \d+\): nothing was sealed for 6000 ms/mu);
  expect(then.out).toMatch(/^passed {2}entries: 3 new, /mu);
  expect((await follow()).out).toMatch(/^passed {2}entries: 0 new, /mu);
});

it('continues each second until something is false, and names when that began', async () => {
  let passes = 0;
  const passSecond = async () => {
    passes += 1;
    await log.logSeconds(1);
    if (passes === 2) await log.changeTick();
    return passes < 5;
  };
  const words = ['follow', `${log.url}/log`, '--state', join(folder, 'state'), '--watch'];
  const { exitCode, out } = await tool(words, passSecond);
  expect([exitCode, passes]).toEqual([1, 2]);
  expect(out).toMatch(/\nfailed {2}entries: entry \d+ \(prices, series \d+ seq \d+\) is not what was signed$/u);
});

// The tests of contract/src/transparency have the entries of each kind of change.
it.each(isThorough ? (['changed', 'dropped', 'doubled', 'swapped'] as const) : (['dropped'] as const))(
  'names series and seq of a tick that was %s behind the back of the log, and so does the operator',
  async (how) => {
    await log.logSeconds(10);
    await log.tamperTick(how, 5);
    const { exitCode, out } = await follow();
    expect(exitCode).toBe(1);
    const seq = how === 'doubled' ? 6 : 5;
    expect(out).toMatch(
      new RegExp(`^failed {2}entries: entry \\d+ \\((?:prices|unreadable), series \\d+ seq ${seq}\\)`, 'mu'),
    );
    expect((await log.check())[0]).toMatch(new RegExp(`series \\d+,? seq ${seq}\\b`, 'u'));
  },
);

it.each([
  ['as large', 6] as const,
  ...(isThorough
    ? ([
        ['larger', 9],
        ['smaller', 3],
      ] as const)
    : []),
])(
  'gives each of two followers evidence of another history that is %s, which convicts by itself',
  async (_size, seconds) => {
    await log.logSeconds(4);
    const size = await log.size();
    await log.logSeconds(6);
    const followers = ['state', 'other'];
    for (const state of followers) expect(await follow(state)).toMatchObject({ exitCode: 0 });
    await log.takeBack(size);
    log.clock.advance(100);
    await log.logSeconds(seconds);
    for (const state of followers) {
      const { exitCode, out } = await follow(state);
      expect([exitCode, out]).toEqual([1, expect.stringContaining('the one does not continue the other')]);
      expect(evidence(state)).toEqual([`evidence-${size + seconds}.txt`]);
      const file = join(folder, state, evidence(state)[0] ?? '');
      rmSync(join(folder, state, 'state.json'));
      const judged = await tool(['evidence', file]);
      expect(judged).toMatchObject({ exitCode: 0 });
      expect(judged.out).toContain('the log has two histories');
    }
  },
);

it('compares the candles of the exchange with the prices of the log', async () => {
  const words = ['follow', `${log.url}/log/`, '--state', join(folder, 'state'), '--exchange', log.url];
  await log.logSeconds(125);
  expect((await tool(words)).out).toMatch(/^passed {2}candles: [12] minutes are those of the log$/mu);
  // Both passes check a minute that had begun before the first one.
  await log.logSeconds(60);
  expect((await tool(words)).out).toMatch(/^passed {2}candles: 1 minutes are those of the log$/mu);
  await log.logSeconds(60);
  await log.changeCandles();
  const { exitCode, out } = await tool(words);
  expect(exitCode).toBe(1);
  expect(out).toMatch(
    /^failed {2}candles: BTC\/USDT at \S+ \(series \d+\) has high 60\d+\.01, by the log it is 60\d+$/mu,
  );
});

it('leaves out minutes that the exchange may have deleted, and those of a market that has ended', async () => {
  const words = ['follow', `${log.url}/log/`, '--exchange', log.url, '--state'];
  const compare = (state: string) => tool([...words, join(folder, state)]);
  const minuteLater = async () => {
    log.clock.advance(60_000);
    await log.logSeconds(1);
  };
  // The first minute of the log is not whole.
  await minuteLater();
  await minuteLater();
  log.clock.advance(40 * DAY_MS);
  await minuteLater();
  await minuteLater();
  expect(await log.pruneCandles()).toBeGreaterThan(0);
  const pruned = await compare('pruned');
  expect(pruned).toMatchObject({ exitCode: 0 });
  expect(pruned.out).toMatch(/^warning candles BTC\/USDT: 1 minutes not compared: deleted$/mu);
  expect(pruned.out).toMatch(/^passed {2}candles: 1 minutes are those of the log$/mu);
  // Younger ones must be there. The exchange remembers a page of candles that it answered.
  await minuteLater();
  await log.deleteCandles();
  const deleted = await compare('deleted');
  expect([deleted.exitCode, deleted.out]).toEqual([1, expect.stringMatching(/^failed {2}candles: .* is missing$/mu)]);
  await log.hideMarket();
  const ended = await compare('ended');
  expect(ended).toMatchObject({ exitCode: 0 });
  expect(ended.out).toMatch(/^warning candles BTC\/USDT: \d minutes not compared: the market has ended$/mu);
});

it('warns when the last entry differs from its own clock', async () => {
  log.clock.advance(10 * 60_000);
  expect((await follow()).out).toMatch(/^warning clock: the last entry is of 600 s ago$/mu);
});

it('compares with the checkpoint of a witness, and stores evidence when that is another history', async () => {
  await log.logSeconds(4);
  const size = await log.size();
  await follow();
  await log.logSeconds(2);
  const { text, signatures } = parseCheckpoint(await (await fetch(`${log.url}/log/checkpoint`)).text()).note;
  let note = formatNote({ text, signatures: [...signatures, cosignText(text, WITNESS, 1_763_856_122)] });
  const origin = text.split('\n')[0] ?? '';
  const server = createServer((request, response) => {
    const isAsked = request.url === `/${createHash('sha256').update(origin).digest('hex')}/checkpoint`;
    response.writeHead(isAsked ? 200 : 404).end(note);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const policy = join(folder, 'policy');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(policy, `log ${log.vkey}\nwitness w1 ${formatVkey(WITNESS.key)} ${url}\nquorum none\n`);
  const compare = async (state: string) =>
    tool(['follow', `${log.url}/log/`, '--state', join(folder, state)], undefined, ['--policy', policy]);
  try {
    expect((await compare('before')).out).toContain(`witness w1: saw the first ${size + 2} entries`);
    const cosigned = note;
    for (const faulty of ['garbage', `${text}\n`, `${text}\n— w1 AAAAAAAA\n`]) {
      note = faulty;
      const { exitCode, out } = await compare('faulty');
      expect([exitCode, out]).toEqual([0, expect.stringMatching(/^warning witness w1: /mu)]);
    }
    note = cosigned;
    await log.takeBack(size);
    expect((await compare('short')).out).toContain(`w1: saw ${size + 2} entries, of which ${size} are shown`);
    log.clock.advance(100);
    await log.logSeconds(4);
    expect(await compare('state')).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('the one does not continue the other') as string,
    });
    const judged = await tool(['evidence', join(folder, 'state', evidence()[0] ?? '')]);
    expect(judged).toMatchObject({ exitCode: 0 });
  } finally {
    server.close();
  }
});

it('reports that a log shrank that was rolled back and not continued, which is not evidence', async () => {
  await log.logSeconds(4);
  const size = await log.size();
  await log.logSeconds(6);
  await follow();
  await log.takeBack(size);
  const { exitCode, out } = await follow();
  expect([exitCode, out]).toEqual([1, expect.stringContaining(`${size} entries are published, and ${size + 6} were`)]);
  expect(evidence()).toEqual([]);
});

it('accepts another key only from the entry that names it, which an older key signed', async () => {
  await log.logSeconds(2);
  expect(await follow()).toMatchObject({ exitCode: 0 });
  await log.rotateKey();
  await log.logSeconds(2);
  const { exitCode, out } = await follow();
  expect([exitCode, out]).toEqual([
    0,
    expect.stringMatching(/^warning entry \d+ \(key\): from \d+ on another key signs/mu),
  ]);
  log.clock.advance(31 * 86_400_000);
  await log.logSeconds(1);
  expect(await follow()).toMatchObject({ exitCode: 0 });
  // A verifier that never saw the entry knows only the first key.
  const stranger = await follow('other');
  expect([stranger.exitCode, stranger.out]).toEqual([
    1,
    expect.stringContaining('no signature of a known key of the log'),
  ]);
});
