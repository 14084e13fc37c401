// A database applies the migrations that are later than its newest one, so each must be later than those before it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SERVER } from '../folders.ts';

type Journal = { readonly entries: readonly { readonly tag: string; readonly when: number }[] };

it('lists migrations in the order of their times and numbers', () => {
  const path = join(SERVER, 'src/db/migrations/meta/_journal.json');
  const { entries } = JSON.parse(readFileSync(path, 'utf8')) as Journal;
  const times = entries.map(({ when }) => when);
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  expect(entries.map(({ tag }) => tag)).toEqual(entries.map(({ tag }) => tag).toSorted());
});
