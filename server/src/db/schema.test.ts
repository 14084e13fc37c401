// schema.sql and rows.ts show the tables after all migrations. After a new migration: `npx vitest run <this file> -u`.
import { expect, it } from 'vitest';
import { describeRows } from '../testing/describeRows.ts';
import { describeSchema } from '../testing/describeSchema.ts';
import { openTestDatabaseOn, testEngines } from '../testing/testDatabase.ts';

it.each(await testEngines())('schema.sql and rows.ts show the tables of a fresh database on %s', async (engine) => {
  const { db, close } = await openTestDatabaseOn(engine);
  await expect(await describeSchema(db)).toMatchFileSnapshot('schema.sql');
  await expect(await describeRows(db)).toMatchFileSnapshot('rows.ts');
  await close();
});
