/** Operator commands for a product's terms, which are added as versions and never changed. */
import * as z from 'zod/mini';
import { DAY_MS } from '@halyard/contract/time';
import type { Reader } from '../db/database.ts';
import { writeAudit, type Reviewer } from '../operator/audit.ts';
import {
  CommandError,
  FILE_VALUE,
  READ,
  readCount,
  TERMS_BY_TWO,
  UsageError,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../operator/command.ts';
import { readJsonFile } from '../operator/jsonFile.ts';
import { formatInstant, formatTable } from '../operator/text.ts';
import { termsOf, type TermsCodec, type Version, type Versions } from './versions.ts';

const AHEAD_MS = DAY_MS;
const VERSION_MAX = 999_999_999;
const NOW = 'now';

/** A column of the list of versions. */
export type TermColumn<T extends object> = {
  readonly title: string;
  readonly isRight?: boolean;
  readonly cellOf: (terms: T) => string | number;
};

export type TermCommandsSettings<T extends object> = {
  /** First word of the commands, and of the audit log's action for publishing. */
  readonly group: string;
  /** Subject in the audit log: `option-terms`. */
  readonly subject: string;
  readonly versions: Pick<Versions<T>, 'addVersion' | 'listVersions' | 'versionAt'>;
  readonly codec: TermsCodec<T>;
  /** Help of `publish`. */
  readonly publishSummary: string;
  /** Columns of the list, after number, state and instants. */
  readonly columns: readonly TermColumn<T>[];
  /** Text of an empty list. */
  readonly none: string;
  /** A version for people. */
  readonly sheetOf: (version: Version<T>) => string;
  /** First fault of terms. */
  readonly faultOf: (reader: Reader, terms: T) => Promise<string | undefined>;
  /** Milliseconds of notice that terms need, if more than a day; a sandbox needs none. */
  readonly noticeOf?: (reader: Reader, terms: T, span: TermSpan) => Promise<number>;
};

/** From the publication of terms to their start. */
export type TermSpan = { readonly nowMs: number; readonly startMs: number };

/** Commands `<group> list`, `terms` and `publish`. */
export function createTermCommands<T extends object>(settings: TermCommandsSettings<T>): readonly OperatorCommand[] {
  const { group, publishSummary } = settings;
  return [
    {
      group,
      name: 'list',
      rule: READ,
      args: [],
      options: [],
      summary: 'the versions of terms, newest first',
      run: async (deps) => listAll(settings, deps),
    },
    {
      group,
      name: 'terms',
      rule: READ,
      args: [],
      options: [{ name: 'version', value: 'n', summary: 'of this version; of the one in force unless said otherwise' }],
      summary: 'the terms of a version; --json writes them as "publish" reads them',
      run: async (deps, _operator, input) => showTerms(settings, deps, input),
    },
    {
      group,
      name: 'publish',
      rule: TERMS_BY_TWO,
      args: [],
      options: [
        { name: 'file', value: FILE_VALUE, summary: 'the terms as JSON' },
        {
          name: 'start',
          value: 'instant',
          summary: 'as 2026-01-31T00:00:00Z, a day ahead at least; in a sandbox also "now"',
        },
      ],
      summary: publishSummary,
      run: async (deps, operator, input) => publish(settings, { deps, operator, input }),
    },
  ];
}

async function listAll<T extends object>(
  { versions, codec, columns, none }: TermCommandsSettings<T>,
  { db, clock }: OperatorDeps,
) {
  const all = await versions.listVersions(db);
  const inForce = await versions.versionAt(db, clock.nowMs());
  const rows = all.map((version) => [
    version.version,
    version.version === inForce?.version ? 'in force' : null,
    formatInstant(version.effectiveAt),
    formatInstant(version.createdAt),
    ...columns.map(({ cellOf }) => cellOf(version)),
  ]);
  const heads = [
    { title: 'version', isRight: true },
    ...['state', 'begins (UTC)', 'published (UTC)'].map((title) => ({ title, isRight: false })),
    ...columns.map(({ title, isRight = false }) => ({ title, isRight })),
  ];
  return { data: all.map((version) => dataOf(codec, version)), text: formatTable(heads, rows, none) };
}

async function showTerms<T extends object>(
  { group, versions, codec, sheetOf }: TermCommandsSettings<T>,
  { db, clock }: OperatorDeps,
  { options }: CommandInput,
) {
  const wanted = options['version'];
  const version =
    wanted === undefined
      ? await versions.versionAt(db, clock.nowMs())
      : (await versions.listVersions(db)).find((one) => one.version === readCount(wanted, 'version', VERSION_MAX));
  if (version === undefined) throw new CommandError(`there is no such version: "${group} list" names all`);
  return { data: z.encode(codec, termsOf(version)), text: sheetOf(version) };
}

type Publishing = { readonly deps: OperatorDeps; readonly operator: Reviewer; readonly input: CommandInput };

async function publish<T extends object>(settings: TermCommandsSettings<T>, { deps, operator, input }: Publishing) {
  const { group, subject, versions, codec, sheetOf, faultOf } = settings;
  const { db, clock, isSandbox } = deps;
  const { file, start } = input.options;
  if (file === undefined || start === undefined)
    throw new UsageError('--file <file> and --start <instant> are required');
  const terms = await readJsonFile(file, codec);
  const nowMs = clock.nowMs();
  const effectiveAt = new Date(readStart(start, nowMs, isSandbox)).toISOString();
  const fault = await faultOf(db, terms);
  if (fault !== undefined) throw new CommandError(fault);
  if (!isSandbox) await requireNotice(settings, db, terms, { nowMs, startMs: Date.parse(effectiveAt) });
  const version = await db.transaction(async (tx) => {
    const added = await versions.addVersion(tx, terms, effectiveAt);
    await writeAudit(tx, operator, {
      action: `${group}.publish`,
      subject: `${subject}:${added}`,
      reason: `from ${effectiveAt}`,
    });
    return added;
  });
  const published = { ...terms, version, effectiveAt, createdAt: new Date(nowMs).toISOString() };
  return { data: dataOf(codec, published), text: sheetOf(published) };
}

async function requireNotice<T extends object>(
  { noticeOf }: TermCommandsSettings<T>,
  reader: Reader,
  terms: T,
  span: TermSpan,
): Promise<void> {
  const noticeMs = (await noticeOf?.(reader, terms, span)) ?? 0;
  if (span.startMs - span.nowMs >= noticeMs) return;
  throw new CommandError(`these terms are worse for users: they begin ${noticeMs / DAY_MS} days ahead at least`);
}

function readStart(text: string, nowMs: number, isSandbox: boolean): number {
  if (isSandbox && text === NOW) return nowMs;
  const startMs = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(startMs))
    throw new UsageError(`--start must be an instant like 2026-01-31T00:00:00Z, not «${text}»`);
  if (startMs < nowMs + (isSandbox ? 0 : AHEAD_MS)) {
    throw new CommandError(isSandbox ? 'terms cannot begin in the past' : 'new terms begin 24 hours ahead at least');
  }
  return startMs;
}

function dataOf<T extends object>(codec: TermsCodec<T>, published: Version<T>) {
  const { version, effectiveAt, createdAt } = published;
  return { version, effectiveAt, createdAt, terms: z.encode(codec, termsOf(published)) };
}
