// Makes the fixture of upgrade.test.ts: the database of a version, and what its users saw. Needs
// PostgreSQL and its pg_dump. Run by scripts/upgradeFixture.mjs.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { argv, stdout } from 'node:process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createHttpCaller } from '@halyard/contract/testing/httpCaller';
import { REPOSITORY } from '../../folders.ts';
import { createExchangeProcess } from '../crash/exchangeProcess.ts';
import { flatFeed } from '../flatFeed.ts';
import { createBlankPostgresDatabase } from '../postgresServer.ts';
import { readFacts } from './facts.ts';
import { FIXTURE_DATABASE, FIXTURE_FACTS, type UpgradeFixture } from './fixture.ts';
import { fillExchange } from './members.ts';

const checkout = resolve(argv[2] ?? REPOSITORY);
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;
/** Lines that only newer versions of psql or PostgreSQL understand. */
const OF_NEWER_TOOLS = /^(?:\\(?:un)?restrict .*|SET transaction_timeout .*)\n/gm;

const { url: databaseUrl, drop } = await createBlankPostgresDatabase();
const folder = await mkdtemp(join(tmpdir(), 'halyard-fixture-'));
const feed = flatFeed(folder);
const env = { DATABASE_URL: databaseUrl, FEED: feed, SANDBOX_REVIEW_SECONDS: '1' };
const exchange = await createExchangeProcess(folder, env, { checkout });
try {
  await exchange.start();
  const members = await fillExchange(exchange.url);
  const [settled, open] = members.map(({ token }) => token);
  if (settled === undefined || open === undefined) throw new Error('there are no users');
  const call = createHttpCaller(exchange.url);
  const { version } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')) as { version: string };
  const facts = await readFacts(call, settled);
  const fixture: UpgradeFixture = { version, at: new Date().toISOString(), settled, open, facts };
  await exchange.stop();
  const options = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=500', `--dbname=${databaseUrl}`];
  const dump = await promisify(execFile)('pg_dump', options, { maxBuffer: OUTPUT_BYTES_MAX });
  const bytes = gzipSync(dump.stdout.replaceAll(OF_NEWER_TOOLS, ''), { level: 9 });
  await writeFile(FIXTURE_DATABASE, bytes);
  await writeFile(FIXTURE_FACTS, `${JSON.stringify(fixture, undefined, 2)}\n`);
  stdout.write(`${FIXTURE_DATABASE}: version ${version}, ${bytes.length} bytes\n`);
} finally {
  await exchange.kill();
  await drop();
  await rm(folder, { recursive: true });
}
