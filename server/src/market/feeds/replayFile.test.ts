// Valid files, and that each fault of a file is reported in one line with its position.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { FeedSetupError } from './feed.ts';
import { readReplayFile } from './replayFile.ts';

const HEADER = 'time,open,high,low,close,volume';
const GOOD = '1677628800,10.5,11,10,10.75,2';
const folder = mkdtempSync(join(tmpdir(), 'halyard-replay-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(content: string | Buffer, name = 'btcusdt-test.csv'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function candlesOf(path: string) {
  const { recording } = await readReplayFile(path);
  return recording.kind === 'candles' ? recording.candles : [];
}

const faultOf = async (path: string): Promise<string> => {
  const error: unknown = await readReplayFile(path).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FeedSetupError);
  return (error as FeedSetupError).message;
};

describe('a replay file', () => {
  it('is read with every digit, gzipped or not, and identified by its market and digest', async () => {
    const text = `${HEADER}\n${GOOD}\n1677628860,10.75,10.750000000000000001,1,1,0\n`;
    const plain = await readReplayFile(write(text));
    expect(plain.pairs).toEqual(['BTCUSDT', 'BTCUSDTTEST']);
    expect(await candlesOf(write(text))).toEqual([
      { openedAtSeconds: 1_677_628_800, open: '10.5', high: '11', low: '10', close: '10.75', volume: '2' },
      {
        openedAtSeconds: 1_677_628_860,
        open: '10.75',
        high: '10.750000000000000001',
        low: '1',
        close: '1',
        volume: '0',
      },
    ]);
    const zipped = await readReplayFile(write(gzipSync(text), 'ethusdt_2023.csv.gz'));
    expect(zipped.pairs).toEqual(['ETHUSDT']);
    expect(zipped.recording).toEqual(plain.recording);
    expect(zipped.digest).not.toBe(plain.digest);
  });

  it('may write numbers with an exponent', async () => {
    const volumes = { '9e-05': '0.00009', '1.25E+2': '125', '12e0': '12', '123.456e-2': '1.23456', '5e1': '50' };
    for (const [text, volume] of Object.entries(volumes)) {
      const candles = await candlesOf(write(`${HEADER}\n1677628800,1,1,1,1,${text}\n`));
      expect(candles[0]?.volume).toBe(volume);
    }
  });

  it.each([
    ['other columns', 'time,open,close\n1,2,3', 'line 1: the columns must be'],
    ['no candle', HEADER, 'holds no candle'],
    ['nothing at all', '', 'line 1: the columns must be'],
    [
      'a time with a fraction',
      `${HEADER}\n1677628800.5,1,1,1,1,1`,
      'line 2: time "1677628800.5" is not in unix seconds',
    ],
    [
      'a time inside a minute',
      `${HEADER}\n1677628801,1,1,1,1,1`,
      'line 2: time 1677628801 is not the start of a minute',
    ],
    ['a time twice', `${HEADER}\n${GOOD}\n${GOOD}`, 'line 3: time 1677628800 is not after the line before'],
    ['a word for a price', `${HEADER}\n${GOOD}\n1677628860,1,1,1,NaN,1`, 'line 3: close "NaN" is not a decimal'],
    ['a missing price', `${HEADER}\n1677628800,,1,1,1,1`, 'line 2: open "" is not a decimal'],
    ['a number too large', `${HEADER}\n1677628800,1,1e30,1,1,1`, 'line 2: high "1e30" is not a decimal'],
    ['a price of zero', `${HEADER}\n1677628800,1,1,0,1,1`, 'line 2: low is not above zero'],
    ['a volume below zero', `${HEADER}\n1677628800,1,1,1,1,-1`, 'line 2: volume is below zero'],
    ['an open above the high', `${HEADER}\n1677628800,2,1,1,1,1`, 'line 2: open or close is not between low and high'],
    ['a line too short', `${HEADER}\n1677628800,1,1`, 'is not a CSV file'],
  ])('is refused with %s', async (_fault, content, expected) => {
    const message = await faultOf(write(content));
    expect(message).toContain(expected);
    expect(message).not.toContain('\n');
  });

  it('is refused when it is missing, truncated or names no market', async () => {
    expect(await faultOf(join(folder, 'btcusdt-missing.csv'))).toContain('cannot be read');
    expect(await faultOf(write(gzipSync(`${HEADER}\n${GOOD}`).subarray(0, 20), 'btcusdt-cut.csv.gz'))).toContain(
      'is not a CSV file',
    );
    expect(await faultOf(write(HEADER, '-file.csv'))).toContain('its name does not begin with a market');
  });
});

describe('a file of ticks', () => {
  const TICKS = 'time_ms,price,quantity';
  const ROW = '1677628800000,10.5,0.25';

  it('is read with every digit and any line ending, and may have several ticks of one instant', async () => {
    const text = `\uFEFF${TICKS}\r\n${ROW}\r\n1677628800000, 10.50 ,9e-05\r\n1677628800001,11,1`;
    const { recording } = await readReplayFile(write(gzipSync(text), 'btcusdt-trades.csv.gz'));
    expect(recording).toEqual({
      kind: 'ticks',
      ticks: [
        { timeMs: 1_677_628_800_000, price: '10.5', quantity: '0.25' },
        { timeMs: 1_677_628_800_000, price: '10.5', quantity: '0.00009' },
        { timeMs: 1_677_628_800_001, price: '11', quantity: '1' },
      ],
    });
  });

  it.each([
    ['no tick', TICKS, 'holds no tick'],
    ['a line too short', `${TICKS}\n${ROW}\n1677628800001,10`, 'line 3: it must hold time_ms,price,quantity'],
    ['a line too long', `${TICKS}\n${ROW},1\n`, 'line 2: it must hold'],
    ['an empty line', `${TICKS}\n${ROW}\n\n${ROW}\n`, 'line 3: it must hold'],
    ['a time with a fraction', `${TICKS}\n1677628800.5,1,1`, 'line 2: time "1677628800.5" is not in unix milliseconds'],
    ['a time before 1970', `${TICKS}\n-1,1,1`, 'line 2: time "-1" is not in unix milliseconds'],
    ['a time that goes back', `${TICKS}\n${ROW}\n1677628799999,1,1`, 'line 3: time 1677628799999 is before that of'],
    [
      'a word for a price',
      `${TICKS}\n${ROW}\n${ROW}\n1677628800001,NaN,1`,
      'line 4: price "NaN" is not a decimal above',
    ],
    ['a price of zero', `${TICKS}\n1,0.00,1`, 'line 2: price "0.00" is not a decimal above zero'],
    ['a price below zero', `${TICKS}\n1,-3,1`, 'line 2: price "-3" is not a decimal above zero'],
    ['a price too large', `${TICKS}\n1,1e30,1`, 'line 2: price "1e30" is not a decimal above zero'],
    ['a quantity of zero', `${TICKS}\n1,3,0`, 'line 2: quantity "0" is not a decimal above zero'],
    ['a quantity that is missing', `${TICKS}\n1,3,`, 'line 2: quantity "" is not a decimal above zero'],
    ['a value without end', `${TICKS}\n1,${'9'.repeat(90)},1`, `line 2: price "${'9'.repeat(40)}" is not`],
  ])('is refused with %s', async (_fault, content, expected) => {
    const message = await faultOf(write(content));
    expect(message).toContain(`Replay file btcusdt-test.csv`);
    expect(message).toContain(expected);
    expect(message).not.toContain('\n');
  });
});
