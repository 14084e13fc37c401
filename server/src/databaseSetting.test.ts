// Two roles are two: a second one that is the first, or that has no database, stops the start without being printed.
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const settings = (name: string) => ({
  DATABASE_URL: 'postgres://app:secret@db/halyard',
  MIGRATIONS_DATABASE_URL: `postgres://${name}:secret@db/halyard`,
});
const lineOf = (env: Record<string, string>) => {
  try {
    readConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

test('migrations have a role of their own, or that of the exchange', () => {
  expect(readConfig(settings('owner')).migrationsDatabaseUrl).toBe('postgres://owner:secret@db/halyard');
  expect(readConfig({ ...settings('owner'), MIGRATIONS_DATABASE_URL: '' }).migrationsDatabaseUrl).toBeUndefined();
});

test.each([
  ['the same role', settings('app')],
  ['no database of the exchange', { ...settings('owner'), DATABASE_URL: '' }],
  ['another kind of database', { ...settings('owner'), MIGRATIONS_DATABASE_URL: 'mysql://owner:secret@db/halyard' }],
])('%s is refused', (_, env) => {
  expect(lineOf(env)).toMatch(/^MIGRATIONS_DATABASE_URL must be [^\n]*another user[^\n]*$/);
  expect(lineOf(env)).not.toContain('secret');
});
