/** `operator approvals`: commands that wait for a second operator. */
import { readApproval, readApprovals, type Approval } from './approvalStore.ts';
import { UsageError, type CommandAnswer, type OperatorCommand } from './command.ts';
import { READ } from './commandRules.ts';
import { formatFields, formatInstant, formatTable, visible } from './text.ts';
import { argument, readId } from './values.ts';

export const APPROVAL_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'approvals',
    name: 'list',
    rule: READ,
    args: [],
    options: [],
    summary: 'commands that wait for a second operator, and what became of others',
    run: async ({ db }) => listApprovals(await readApprovals(db)),
  },
  {
    group: 'approvals',
    name: 'show',
    rule: READ,
    args: ['id'],
    options: [],
    summary: 'what was asked for, its files, and what the first operator saw',
    run: async ({ db, requireMay }, _operator, input) => {
      const approval = await readApproval(db, readId(argument(input, 0)));
      // Only operators who may run the command may see what the first operator saw.
      requireMay?.(approval.words);
      return showApproval(approval);
    },
  },
  {
    group: 'approvals',
    name: 'confirm',
    rule: READ,
    args: ['id'],
    options: [],
    summary: 'as the second operator: have the command run, once, if all is as the first saw it',
    run: async ({ confirm }, _operator, input) => {
      if (confirm === undefined) throw new UsageError('a confirmation is confirmed by nobody');
      return confirm(readId(argument(input, 0)));
    },
  },
];

function listApprovals(approvals: readonly Approval[]): CommandAnswer {
  const titles = ['id', 'by', 'asked (UTC)', 'until (UTC)', 'state', 'command'];
  const columns = titles.map((title) => ({ title, isRight: title === 'id' }));
  const rows = approvals.map((approval) => [
    approval.id,
    approval.operator,
    formatInstant(approval.createdAt),
    formatInstant(approval.expiresAt),
    stateOf(approval),
    approval.words.join(' '),
  ]);
  const data = approvals.map(({ seen: _seen, files: _files, ...listed }) => listed);
  return { data, text: formatTable(columns, rows, 'Nothing waits for a second operator.') };
}

function showApproval(approval: Approval): CommandAnswer {
  const { id, operator, keyId, words, files, seen, createdAt, expiresAt, confirmedKeyId, outcome } = approval;
  const fields = formatFields([
    ['approval', id],
    ['state', stateOf(approval)],
    ['command', words.join(' ')],
    ['asked by', `${operator}, key ${keyId}`],
    ['asked (UTC)', formatInstant(createdAt)],
    ['until (UTC)', formatInstant(expiresAt)],
    ['confirmed by key', confirmedKeyId],
    ['outcome', outcome],
  ]);
  const texts = files.map(({ path, sha256, text }) => `${path}, SHA-256 ${sha256}:\n${quoted(text)}`);
  const sight = seen === '' ? [] : [`What ${operator} saw:\n${quoted(seen)}`];
  return { data: approval, text: [fields, ...texts, ...sight].join('\n\n') };
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `| ${visible(line)}`)
    .join('\n');
}

function stateOf({ confirmedAt, isExpired }: Approval): string {
  if (confirmedAt !== null) return 'confirmed';
  return isExpired ? 'expired' : 'waits';
}
