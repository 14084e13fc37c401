/** Help of the operator tool, generated from the commands. */
import { ALL_COMMANDS } from './allCommands.ts';
import type { OperatorCommand } from './command.ts';
import { GROUPS, usageOf } from './parseWords.ts';
import { formatFields } from './text.ts';

const CALL = 'npm run operator --';

const GENERAL_OPTIONS: readonly (readonly [string, string])[] = [
  ['--json', 'answer as JSON, for programs (with "npm run operator --silent -- ...")'],
  ['--operator <name>', 'who acts, for the audit log; else OPERATOR_NAME, else the name of the system user'],
  ['--help', 'this text, or that of a group'],
];

const EXIT_CODES: readonly (readonly [string, string])[] = [
  ['0', 'done'],
  ['1', 'not done, or the books are broken'],
  ['2', 'typed wrong; nothing was done'],
  ['3', 'kept for a second operator: "approvals confirm"'],
];

/** Help about everything, or about one group with its options. */
export function helpText(group?: string): string {
  const commands = ALL_COMMANDS.filter((command) => group === undefined || command.group === group);
  const lists = (group === undefined ? GROUPS : [group]).map((name) =>
    formatFields(commands.filter((command) => command.group === name).map((one) => [usageOf(one), one.summary])),
  );
  const options = group === undefined ? [] : commands.filter((command) => command.options.length > 0).map(optionsText);
  return [
    `${CALL} ${group ?? '<group>'} <command> [options]`,
    ...lists,
    ...options,
    formatFields(GENERAL_OPTIONS),
    ...(group === undefined ? [`Exit codes\n${formatFields(EXIT_CODES)}`, `${CALL} help <group>  says more.`] : []),
  ].join('\n\n');
}

function optionsText(command: OperatorCommand): string {
  const lines = command.options.map(
    ({ name, value, summary }) => [value === undefined ? `--${name}` : `--${name} <${value}>`, summary] as const,
  );
  return `${usageOf(command)}\n${formatFields(lines)}`;
}
