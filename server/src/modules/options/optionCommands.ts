/** `operator options`: versions of terms, which are added and never changed. */
import { readFile, stat } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { ZERO } from '@halyard/contract/money';
import { breakEvenPercent, houseEdgePercent } from '@halyard/contract/rules/options';
import { rowsOf, type Reader } from '../../db/database.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  CommandError,
  FILE_VALUE,
  UsageError,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';
import { formatFields, formatInstant, formatTable } from '../../operator/text.ts';
import { readCount } from '../../operator/values.ts';
import {
  addVersion,
  listVersions,
  optionVersionTerms,
  versionAt,
  type OptionVersion,
  type OptionVersionTerms,
} from './versions.ts';
import { faultOf } from './versionRules.ts';

const AHEAD_MS = 24 * 60 * 60_000;
const FILE_BYTES_MAX = 64 * 1024;
const VERSION_MAX = 999_999_999;
const AT_ONCE = 'now';

/** The commands of the group. */
export const OPTION_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'options',
    name: 'list',
    args: [],
    options: [],
    summary: 'the versions of terms, newest first',
    run: async (deps) => listAll(deps),
  },
  {
    group: 'options',
    name: 'terms',
    args: [],
    options: [{ name: 'version', value: 'n', summary: 'of this version; of the one in force unless said otherwise' }],
    summary: 'the terms of a version; --json writes them as "publish" reads them',
    run: async (deps, _operator, input) => showTerms(deps, input),
  },
  {
    group: 'options',
    name: 'publish',
    args: [],
    options: [
      { name: 'file', value: FILE_VALUE, summary: 'the terms as JSON' },
      {
        name: 'start',
        value: 'instant',
        summary: 'as 2026-01-31T00:00:00Z, a day ahead at least; in a sandbox also "now"',
      },
    ],
    summary: 'add a version of terms, which nobody can change any more; options that are open keep theirs',
    run: publish,
  },
];

async function listAll({ db, clock }: OperatorDeps) {
  const versions = await listVersions(db);
  const inForce = await versionAt(db, clock.nowMs());
  const rows = versions.map(({ version, effectiveAt, createdAt, times, markets, currencies }) => [
    version,
    version === inForce?.version ? 'in force' : null,
    formatInstant(effectiveAt),
    formatInstant(createdAt),
    times.map(({ seconds, profitRatio }) => `${seconds} s ${profitRatio} %`).join(', '),
    markets.length,
    currencies.map(({ currency }) => currency).join(' '),
  ]);
  const titles = ['version', 'state', 'begins (UTC)', 'published (UTC)', 'times', 'markets', 'stakes in'];
  const columns = titles.map((title) => ({ title, isRight: title === 'version' || title === 'markets' }));
  return { data: versions.map(dataOf), text: formatTable(columns, rows, 'There are no terms: no market has options.') };
}

async function showTerms({ db, clock }: OperatorDeps, { options }: CommandInput) {
  const wanted = options['version'];
  const version =
    wanted === undefined
      ? await versionAt(db, clock.nowMs())
      : (await listVersions(db)).find((one) => one.version === readCount(wanted, 'version', VERSION_MAX));
  if (version === undefined) throw new CommandError('there is no such version: "options list" names all');
  return { data: z.encode(optionVersionTerms, termsOf(version)), text: sheetOf(version) };
}

async function publish({ db, clock, isSandbox }: OperatorDeps, operator: Reviewer, { options }: CommandInput) {
  const { file, start } = options;
  if (file === undefined || start === undefined)
    throw new UsageError('--file <file> and --start <instant> are required');
  const terms = await readTerms(file);
  const nowMs = clock.nowMs();
  const startMs = readStart(start, nowMs, isSandbox);
  const fault = faultOf(terms, { markets: await listMarketRecords(db), currencies: await stakeNames(db) });
  if (fault !== undefined) throw new CommandError(fault);
  const effectiveAt = new Date(startMs).toISOString();
  const version = await db.transaction(async (tx) => {
    const added = await addVersion(tx, terms, effectiveAt);
    const subject = `option-terms:${added}`;
    await writeAudit(tx, operator, { action: 'options.publish', subject, reason: `from ${effectiveAt}` });
    return added;
  });
  const published = { ...terms, version, effectiveAt, createdAt: new Date(nowMs).toISOString() };
  return { data: dataOf(published), text: sheetOf(published) };
}

async function readTerms(file: string): Promise<OptionVersionTerms> {
  let json: unknown;
  try {
    if ((await stat(file)).size > FILE_BYTES_MAX) throw new CommandError(`${file} is too long for terms`);
    json = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw error instanceof CommandError
      ? error
      : new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
  const read = z.safeDecode(optionVersionTerms, json as z.input<typeof optionVersionTerms>);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const fault =
    issue?.code === 'unrecognized_keys' ? `there is no field ${issue.keys.join(', ')}` : 'this is not readable';
  throw new CommandError([file, issue?.path.join('.'), fault].filter(Boolean).join(': '));
}

function readStart(text: string, nowMs: number, isSandbox: boolean): number {
  if (isSandbox && text === AT_ONCE) return nowMs;
  const startMs = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(startMs))
    throw new UsageError(`--start must be an instant like 2026-01-31T00:00:00Z, not «${text}»`);
  if (startMs < nowMs + (isSandbox ? 0 : AHEAD_MS)) {
    throw new CommandError(isSandbox ? 'terms cannot begin in the past' : 'new terms begin 24 hours ahead at least');
  }
  return startMs;
}

async function stakeNames(reader: Reader): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    reader,
    sql`select name from currencies where is_option order by sort, id`,
  );
  return rows.map(({ name }) => name);
}

function termsOf({ times, markets, currencies }: OptionVersion): OptionVersionTerms {
  return { times, markets, currencies };
}

function dataOf(version: OptionVersion) {
  const { version: number, effectiveAt, createdAt } = version;
  return { version: number, effectiveAt, createdAt, terms: z.encode(optionVersionTerms, termsOf(version)) };
}

function sheetOf({ version, effectiveAt, times, markets, currencies }: OptionVersion): string {
  const head = formatFields([
    ['version', version],
    ['begins (UTC)', formatInstant(effectiveAt)],
    ['markets', markets.map(({ symbol, hasEven }) => (hasEven ? symbol : `${symbol} (no even)`)).join(', ')],
    ...currencies.map(
      ({ currency, feeRate, openMax, quickStakes }) =>
        [currency, `fee ${feeRate} %, ${openMax} open at most, quick stakes ${quickStakes.join(' ')}`] as const,
    ),
  ]);
  const columns = ['seconds', 'pays %', 'min', 'max', 'break-even %', 'house edge %'].map((title) => ({
    title,
    isRight: true,
  }));
  const feeRate = currencies[0]?.feeRate ?? ZERO;
  const rows = times.map(({ seconds, profitRatio, minStake, maxStake }) => {
    const rates = { profitRatio, feeRate };
    return [seconds, profitRatio, minStake, maxStake, breakEvenPercent(rates), houseEdgePercent(rates)];
  });
  return `${head}\n\n${formatTable(columns, rows, '')}`;
}
