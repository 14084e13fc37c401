// All nodes of a database share its advisory locks. A lock with a number of ours is a constant `..._LOCK` beside its
// use, no two have the same number, and SQL functions use only those.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SERVER } from '../folders.ts';

const textOf = (folder: string, end: string) =>
  readdirSync(join(SERVER, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(end) && !path.includes('.test.'))
    .map((path) => readFileSync(join(SERVER, folder, path), 'utf8'))
    .join('\n');
const numbersIn = (text: string, found: RegExp) =>
  [...text.matchAll(found)].map(([, digits = '']) => digits.replaceAll('_', ''));

const code = textOf('src', '.ts');
const numbers = numbersIn(code, /const \w*_LOCK = ([\d_]+);/g);

it('gives each lock a number of its own', () => {
  expect(numbers.length).toBeGreaterThan(10);
  expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted());
});

it('names the number of each lock', () => {
  expect(code).not.toMatch(/advisory_\w+\([\d\s]/);
});

it.each([
  ['futures_sweep', 'FUTURES_LOCK', ''],
  ['price_alert_fire', 'ALERTS_LOCK', ', p_market'],
  ['price_alert_look', 'ALERTS_LOCK', ', p_market'],
])('%s uses the number of %s', (name, lock, market) => {
  const [number] = numbersIn(code, new RegExp(`const ${lock} = ([\\d_]+);`, 'g'));
  expect(textOf('src/db/functions', `${name}.sql`)).toContain(`pg_advisory_xact_lock(${number}${market})`);
});

it('knows all locks of SQL functions', () => {
  expect(numbersIn(textOf('src/db/functions', '.sql'), /advisory_\w+\((\d+)/g)).toHaveLength(3);
});
