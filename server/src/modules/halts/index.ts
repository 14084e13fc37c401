/** The call that lists halts, the operator's commands for them, and their document in the public log. */
import { sql } from 'drizzle-orm';
import { canonicalJson } from '@halyard/contract/canonicalJson';
import {
  HALT_FUNCTIONS,
  listHalts,
  listPastHalts,
  OPERATOR_HALT_REASONS,
  type HaltSubject,
  type PastHalt,
} from '@halyard/contract/halts/calls';
import type { MarketId } from '@halyard/contract/ids';
import { answerPublic } from '../../calls/callHandler.ts';
import { rowsOf, type Reader } from '../../db/database.ts';
import { beginHalt, endHalt, readHalts, readLatest, type HaltPlace } from '../../halts/halts.ts';
import type { Module } from '../../module.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  argument,
  CommandError,
  HALT,
  READ,
  readReason,
  readWord,
  REASON_OPTION,
  UsageError,
  type CommandAnswer,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';
import { formatInstant, formatTable } from '../../operator/text.ts';

// `operator halts`: halts of the exchange, of all markets, of one market or of a function. Users read the reason.

const WHOLE: readonly HaltSubject[] = ['exchange', 'markets', ...HALT_FUNCTIONS];
const SUBJECTS = `${WHOLE.join(', ')}, or a market such as BTC/USDT`;

const HALT_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'halts',
    name: 'list',
    args: [],
    options: [],
    summary: 'what is halted now, why and since when, as users read it',
    rule: READ,
    run: (deps) => printHalts(deps),
  },
  {
    group: 'halts',
    name: 'begin',
    args: ['subject'],
    options: [
      REASON_OPTION,
      {
        name: 'reason-code',
        value: 'code',
        summary: `a common reason, which users read in their language: ${OPERATOR_HALT_REASONS.join(', ')}`,
      },
    ],
    summary: `halt for all users at once: ${SUBJECTS}`,
    rule: HALT,
    run: begin,
  },
  {
    group: 'halts',
    name: 'end',
    args: ['subject'],
    options: [],
    summary: 'end a halt; automatic ones end by themselves',
    rule: HALT,
    run: end,
  },
];

async function printHalts({ db }: Pick<OperatorDeps, 'db'>): Promise<CommandAnswer> {
  const halts = await readHalts(db);
  const columns = ['halted', 'since (UTC)', 'reason'].map((title) => ({ title }));
  const rows = halts.map(({ subject, market, reason, since }) => [market ?? subject, formatInstant(since), reason]);
  return { data: halts, text: formatTable(columns, rows, 'Nothing is halted.') };
}

async function begin(deps: OperatorDeps, operator: Reviewer, input: CommandInput): Promise<CommandAnswer> {
  const reason = readHaltReason(input);
  const word = argument(input, 0);
  await deps.db.transaction(async (tx) => {
    const { place, name } = await findPlace(tx, word);
    await beginHalt(tx, place, reason);
    await writeAudit(tx, operator, { action: 'halts.begin', subject: `halt:${name}`, reason });
  });
  return announce(deps);
}

async function end(deps: OperatorDeps, operator: Reviewer, input: CommandInput): Promise<CommandAnswer> {
  const word = argument(input, 0);
  await deps.db.transaction(async (tx) => {
    const { place, name } = await findPlace(tx, word);
    if (!(await endHalt(tx, place)))
      throw new CommandError(`no operator has halted ${name}; automatic halts end when their cause does`);
    await writeAudit(tx, operator, { action: 'halts.end', subject: `halt:${name}` });
  });
  return announce(deps);
}

/** Notifies all nodes; a node that receives no events notices within a second. */
function announce(deps: OperatorDeps): Promise<CommandAnswer> {
  deps.events.publish({ type: 'halts-changed' });
  return printHalts(deps);
}

function readHaltReason(input: CommandInput): string {
  const { reason, 'reason-code': code } = input.options;
  if (code === undefined) return readReason(input);
  if (reason !== undefined) throw new UsageError('give --reason or --reason-code, not both');
  return readWord(code, 'reason-code', OPERATOR_HALT_REASONS);
}

type Found = { readonly place: HaltPlace; readonly name: string };

/** By the subject's name, or the symbol of a market in any case. Throws {@link CommandError}. */
async function findPlace(reader: Reader, word: string): Promise<Found> {
  const subject = WHOLE.find((known) => known === word);
  if (subject !== undefined) return { place: { subject, marketId: null }, name: subject };
  const [market] = await rowsOf<{ id: MarketId; symbol: string }>(
    reader,
    sql`select id, symbol from markets where symbol = ${word.toUpperCase()}`,
  );
  if (market === undefined) throw new CommandError(`«${word}» cannot be halted: use ${SUBJECTS}`);
  return { place: { subject: 'market', marketId: market.id }, name: market.symbol };
}

/** The document in the public log, and the list of past ones, are of this many. */
const LISTED_MAX = 100;

export const halts: Module = {
  commands: HALT_COMMANDS,
  // A new version whenever a halt begins or ends.
  readRules: async (reader) => {
    const latest = await readLatest(reader, LISTED_MAX);
    return latest.length === 0 ? [] : [{ name: 'halts', text: canonicalJson(latest) }];
  },
  create: ({ db, halts: inForce }) => ({
    handlers: [
      answerPublic(listHalts, async () => [...(await inForce.list())]),
      answerPublic(listPastHalts, () => readPast(db)),
    ],
  }),
};

async function readPast(reader: Reader): Promise<PastHalt[]> {
  const latest = await readLatest(reader, LISTED_MAX);
  return latest.flatMap(({ ended, ...halt }) => (ended === null ? [] : [{ ...halt, endedAt: ended }]));
}
