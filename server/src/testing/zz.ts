import { openTestDatabaseOn } from './testDatabase.ts';
for (const engine of ['pglite', 'postgres'] as const) {
  const places = [await openTestDatabaseOn(engine), await openTestDatabaseOn(engine)];
  for (const { close } of places) await close();
}
console.log('closed all', process.getActiveResourcesInfo());
