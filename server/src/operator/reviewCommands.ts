/** Common commands of `operator deposits`, `withdrawals` and `identity`: list, show, approve, reject. */
import type { SQL } from 'drizzle-orm';
import type { Reader } from '../db/database.ts';
import { uploadFileOf } from '../modules/uploads/uploadFiles.ts';
import { writeAudit, type Reviewer } from './audit.ts';
import {
  argument,
  CommandError,
  READ,
  readId,
  readReviewReason,
  REASON_CODE_OPTION,
  REASON_OPTION,
  REVIEW,
  type CommandInput,
  type CommandRule,
  type OperatorCommand,
  type OperatorDeps,
  type ShownFile,
} from './command.ts';
import { PAYMENT_OPTION, readPayment, type MoneyTable } from './payment.ts';
import type { Decision, ReviewPlace, ReviewSubject } from './review.ts';
import {
  formatFields,
  formatTable,
  moreLine,
  pieceOf,
  readListing,
  reviewListOptions,
  type Cell,
  type Listing,
} from './text.ts';

/** A record in a list. */
export type RecordLine = { readonly id: number };

/** A record with everything that its review needs. */
export type RecordSheet = RecordLine & {
  readonly status: string;
  readonly fields: readonly (readonly [name: string, value: Cell])[];
  /** Uploaded pictures and documents: name and upload id of each. */
  readonly uploads: Readonly<Record<string, string | null>>;
  /** Warning to consider before the decision. */
  readonly warning?: string | undefined;
};

/** A queue of records of one kind for review. */
export type ReviewQueue<L extends RecordLine = RecordLine, S extends RecordSheet = RecordSheet> = {
  readonly group: string;
  /** In the singular, as in the audit log: `deposit`. */
  readonly subject: ReviewSubject;
  readonly table: string;
  readonly statuses: readonly string[];
  /** Column titles of the list; `cellsOf` returns the cells of a line. */
  readonly titles: readonly string[];
  cellsOf(line: L): readonly Cell[];
  readonly summaries: { readonly approve: string; readonly reject: string };
  list(reader: Reader, listing: Listing): Promise<L[]>;
  read(reader: Reader, id: number): Promise<S | undefined>;
  /** Set when an approval moves money: the command then takes the payment. */
  readonly money?: MoneyTable;
  /** Whether an approval that moves no money needs a second operator. */
  readonly second?: CommandRule['second'];
  review(place: ReviewPlace, decision: Decision, reviewer: Reviewer): Promise<void>;
  /** Records that the sandbox's autopilot rejects; it approves all others. */
  readonly sandboxRule?: SandboxRule;
};

export type SandboxRule = {
  /** SQL expression over the table that the decision depends on. */
  readonly mark: SQL;
  /** Reason of a rejection; the user reads it. */
  refusalOf(mark: string | null): string | undefined;
  /** Reason of the rejection of a duplicate; does not reveal the other record. */
  readonly duplicateRefusal?: string;
};

const RIGHT = new Set(['id', 'user', 'amount', 'fee', 'receipt']);

/** The four commands of a queue. */
export function reviewCommands(queue: ReviewQueue): readonly OperatorCommand[] {
  const { group, subject, money } = queue;
  const paymentOf = async (deps: OperatorDeps, input: CommandInput) =>
    money && readPayment(deps, input, { table: money, id: readId(argument(input, 0)) });
  const decide = async (deps: OperatorDeps, operator: Reviewer, decision: Decision) => {
    await queue.review(deps, decision, operator);
    const { status, warning } = await requireSheet(deps.db, queue, decision.id);
    const text = [`${subject} ${decision.id} is ${status} now.`, warning].filter((line) => line !== undefined);
    return { data: { id: decision.id, status, warning }, text: text.join('\n') };
  };
  return [
    {
      group,
      name: 'list',
      rule: READ,
      args: [],
      options: reviewListOptions(queue.statuses),
      summary: 'what waits for a review, oldest first; or what --status says, newest first',
      run: async ({ db }, _operator, input) => listRecords(db, queue, input),
    },
    {
      group,
      name: 'show',
      rule: REVIEW,
      args: ['id'],
      options: [{ name: 'save', value: 'folder', summary: 'copy the files that belong to it into this folder' }],
      summary: 'everything that a review needs, files included; noted in the audit log',
      run: (deps, operator, input) => showRecord(deps, queue, operator, input),
    },
    {
      group,
      name: 'approve',
      rule: { right: 'review', second: money === undefined ? queue.second : 'above-amount' },
      args: ['id'],
      options: money === undefined ? [] : [PAYMENT_OPTION],
      summary: queue.summaries.approve,
      check: async (deps, input) => void (await paymentOf(deps, input)),
      run: async (deps, operator, input) => {
        const payment = await paymentOf(deps, input);
        return decide(deps, operator, { id: readId(argument(input, 0)), decision: 'approve', payment });
      },
    },
    {
      group,
      name: 'reject',
      rule: money === undefined ? REVIEW : { right: 'review', second: 'when-paying' },
      args: ['id'],
      options: [REASON_OPTION, REASON_CODE_OPTION],
      summary: queue.summaries.reject,
      run: (deps, operator, input) =>
        decide(deps, operator, { id: readId(argument(input, 0)), decision: 'reject', reason: readReviewReason(input) }),
    },
  ];
}

async function listRecords(db: Reader, queue: ReviewQueue, input: CommandInput) {
  const listing = readListing(input, queue.statuses);
  const piece = pieceOf(await queue.list(db, listing), listing);
  const columns = queue.titles.map((title) => ({ title, isRight: RIGHT.has(title) }));
  const none = listing.isOldestFirst ? 'Nothing waits for a review.' : 'There is nothing of the kind.';
  return {
    data: piece,
    text:
      formatTable(
        columns,
        piece.rows.map((line) => queue.cellsOf(line)),
        none,
      ) + moreLine(piece),
  };
}

async function showRecord(deps: OperatorDeps, queue: ReviewQueue, operator: Reviewer, input: CommandInput) {
  const id = readId(argument(input, 0));
  const { fields, uploads, ...record } = await requireSheet(deps.db, queue, id);
  const files = await filesOf(deps, `${queue.subject}-${id}`, uploads);
  // Written before anything is shown, so that every access to personal documents is logged.
  await deps.db.transaction((tx) =>
    writeAudit(tx, operator, { action: `${queue.group}.show`, subject: `${queue.subject}:${id}` }),
  );
  const lines = [...fields, ...files.map(({ what, path }) => [what, path] as const)];
  if (record.warning !== undefined) lines.push(['attention', record.warning]);
  return {
    data: { ...record, files: Object.fromEntries(files.map(({ what, path }) => [what, path])) },
    text: formatFields(lines),
    files: files.map(({ name, path }) => ({ name, path })),
  };
}

type NamedFile = ShownFile & { readonly what: string };

async function filesOf(
  { db, dataDir }: OperatorDeps,
  prefix: string,
  uploads: RecordSheet['uploads'],
): Promise<NamedFile[]> {
  const files: NamedFile[] = [];
  for (const [what, id] of Object.entries(uploads)) {
    const upload = id === null ? undefined : await uploadFileOf(db, dataDir, id);
    if (upload !== undefined) files.push({ what, name: `${prefix}-${what}.${upload.extension}`, path: upload.file });
  }
  return files;
}

async function requireSheet(db: Reader, queue: ReviewQueue, id: number): Promise<RecordSheet> {
  const sheet = await queue.read(db, id);
  if (sheet === undefined) throw new CommandError(`there is no ${queue.subject} ${id}`);
  return sheet;
}
