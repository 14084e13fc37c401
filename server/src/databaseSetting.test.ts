// Migrations need a role of their own on a database server: otherwise the start stops without printing the URLs. Limits
// of the database are numbers within bounds.
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

test('connections and time limits have usual values, and others that are set', () => {
  const limitsOf = (env: Record<string, string>) => readConfig(env).databaseLimits;
  expect(limitsOf({})).toEqual({ poolSize: 20, statementMs: 60_000, lockMs: 15_000, idleMs: 60_000 });
  const set = { DATABASE_POOL_SIZE: '40', DATABASE_STATEMENT_SECONDS: '0', DATABASE_LOCK_SECONDS: '5' };
  expect(limitsOf(set)).toEqual({ poolSize: 40, statementMs: 0, lockMs: 5000, idleMs: 60_000 });
});

test.each([
  ['DATABASE_POOL_SIZE', '1'],
  ['DATABASE_STATEMENT_SECONDS', '1.5'],
  ['DATABASE_LOCK_SECONDS', '3601'],
  ['DATABASE_IDLE_SECONDS', '-1'],
])('%s=%s is refused', (name, value) => {
  expect(lineOf({ [name]: value })).toMatch(new RegExp(`^${name} must be a whole number of`));
});
