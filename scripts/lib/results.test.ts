// The closing line of the test commands: it sums the reports of the two runners, and no failed or skipped test counts
// as a success.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  exitCode,
  playwrightCounts,
  playwrightDurations,
  playwrightFailures,
  slowest,
  sum,
  summary,
  vitestCounts,
  vitestFailures,
} from './results.mjs';

const folder = mkdtempSync(join(tmpdir(), 'halyard-results-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(name: string, content: object) {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('the closing line', () => {
  it('sums unit and phone tests', () => {
    const unit = vitestCounts({
      file: report('v.json', { numPassedTests: 10, numFailedTests: 1, numPendingTests: 2 }),
      status: 1,
    });
    const phone = playwrightCounts({ file: report('p.json', { stats: { expected: 5, skipped: 1 } }), status: 0 });
    expect(summary(sum([unit, phone]))).toBe('15 passed, 1 failed, 3 skipped');
  });

  it('omits skipped tests when there are none', () => {
    expect(summary({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
  });

  it('counts a run that failed as a whole as a failure', () => {
    expect(vitestCounts({ file: report('loaded.json', { numPassedTests: 4 }), status: 1 })).toEqual({
      passed: 4,
      failed: 1,
      skipped: 0,
    });
    expect(playwrightCounts({ file: join(folder, 'never-written.json'), status: 1 })).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
    });
  });

  it('counts a file that failed without a failing test', () => {
    const testResults = [
      { status: 'failed', assertionResults: [{ status: 'skipped' }] },
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ];
    const file = report('broken.json', { numPassedTests: 2, numFailedTests: 1, numPendingTests: 1, testResults });
    expect(vitestCounts({ file, status: 1 })).toEqual({ passed: 2, failed: 2, skipped: 1 });
  });

  it('counts a flaky test as failed', () => {
    expect(
      playwrightCounts({ file: report('flaky.json', { stats: { expected: 2, flaky: 1 } }), status: 0 }).failed,
    ).toBe(1);
  });

  it('fails when no test ran', () => {
    expect(exitCode({ passed: 0, failed: 0, skipped: 7 })).toBe(1);
    expect(exitCode({ passed: 1, failed: 0, skipped: 0 })).toBe(0);
    expect(exitCode({ passed: 9, failed: 1, skipped: 0 })).toBe(1);
  });
});

describe('the failures', () => {
  it('are listed for unit tests, and for files without a failing test of their own', () => {
    const testResults = [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          {
            status: 'failed',
            fullName: 'sums up',
            failureMessages: ['\u001B[31mexpected 1\u001B[39m\n  at a.test.ts:3'],
          },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'does not load', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
    ];
    expect(vitestFailures({ file: report('why.json', { testResults }), status: 1 })).toEqual([
      'a.test.ts > sums up: expected 1 | at a.test.ts:3',
      'b.test.ts > : does not load',
    ]);
  });

  it('are listed for phone tests, with the phone', () => {
    const tests = [
      {
        status: 'unexpected',
        projectName: 'small',
        results: [{ error: { message: 'not equal\n\nExpected: 1\nReceived: 2\n' } }],
      },
      { status: 'expected', projectName: 'pixel', results: [{}] },
    ];
    const suites = [
      { file: 'a.spec.ts', suites: [{ file: 'a.spec.ts', specs: [{ title: 'opens', ok: false, tests }] }] },
      { file: 'b.spec.ts', specs: [{ title: 'closes', ok: true, tests: [{ status: 'expected' }] }] },
    ];
    expect(playwrightFailures({ file: report('phones.json', { suites }), status: 1 })).toEqual([
      'a.spec.ts > [small] opens: not equal | Expected: 1 | Received: 2',
    ]);
  });

  it('are empty where no report was written', () => {
    const run = { file: join(folder, 'never-written.json'), status: 1 };
    expect([...vitestFailures(run), ...playwrightFailures(run)]).toEqual([]);
  });
});

describe('the slowest files', () => {
  it('counts every test of a phone file, on every phone and every try', () => {
    const spec = (...ms: number[]) => ({ tests: [{ results: ms.map((duration) => ({ duration })) }] });
    const suites = [
      { file: 'a.spec.ts', specs: [spec(100), spec(20, 3)], suites: [{ file: 'a.spec.ts', specs: [spec(4000)] }] },
      { file: 'b.spec.ts', specs: [spec(7)] },
    ];
    const file = report('phone-times.json', { suites });
    expect(slowest(playwrightDurations({ file, status: 0 }))).toEqual(['    4.1 s  a.spec.ts', '    0.0 s  b.spec.ts']);
    expect(playwrightDurations({ file: join(folder, 'never-written.json'), status: 1 })).toEqual([]);
  });
});
