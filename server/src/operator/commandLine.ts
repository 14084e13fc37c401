/** Parses a command line into a command and its input, or reports the valid words. */
import { parseArgs } from 'node:util';
import { ALL_COMMANDS } from './allCommands.ts';
import { UsageError, type CommandInput, type OperatorCommand } from './command.ts';
import { formatFields } from './text.ts';

/** A parsed command line. */
export type Typed =
  /** Help about everything, or about one group. */
  | { readonly kind: 'help'; readonly group: string | undefined }
  | { readonly kind: 'command'; readonly command: OperatorCommand; readonly input: CommandInput };

/** Options of the tool itself, which every command takes. */
const TOOL_OPTIONS = ['operator'] as const;
const FLAGS = ['json', 'help'] as const;

/** Words of a command line by type. */
export type Words = {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  readonly flags: ReadonlySet<(typeof FLAGS)[number]>;
};

/** The groups in their order. */
const GROUPS: readonly string[] = [...new Set(ALL_COMMANDS.map(({ group }) => group))];

/**
 * Separates options from arguments. Throws {@link UsageError} for an option that no command has, one without its value,
 * and one given twice.
 */
export function sortWords(words: readonly string[]): Words {
  const all = ALL_COMMANDS.flatMap(({ options }) => options);
  const valued = new Set<string>([...TOOL_OPTIONS, ...all.filter(({ value }) => value !== undefined).map(nameOf)]);
  const switches = new Set(all.filter(({ value }) => value === undefined).map(nameOf));
  const types = [
    ...[...valued].map((name) => [name, { type: 'string' }] as const),
    ...[...switches, ...FLAGS].map((name) => [name, { type: 'boolean' }] as const),
  ];
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(types),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const positionals: string[] = [];
  const options: Record<string, string> = {};
  const flags = new Set<(typeof FLAGS)[number]>();
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = FLAGS.find((name) => name === token.name);
    if (flag !== undefined && token.value === undefined) flags.add(flag);
    else if (switches.has(token.name) && token.value === undefined) options[token.name] = '';
    else options[token.name] = valueOf(token, { isKnown: valued.has(token.name), isRepeated: token.name in options });
  }
  return { positionals, options, flags };
}

type OptionToken = {
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
};

function valueOf(
  { rawName, value, inlineValue }: OptionToken,
  about: { isKnown: boolean; isRepeated: boolean },
): string {
  if (!about.isKnown) throw new UsageError(`there is no option ${rawName}: "help" lists what there is`);
  if (about.isRepeated) throw new UsageError(`${rawName} is given twice`);
  // A forgotten value would swallow the next option.
  const isForgotten = value === undefined || (inlineValue !== true && value.startsWith('--'));
  if (isForgotten) throw new UsageError(`${rawName} needs a value: ${rawName} "..."`);
  return value;
}

/**
 * Finds the command. Throws {@link UsageError} for an unknown command, and for arguments and options that it does not
 * take.
 */
export function parseWords({ positionals, options, flags }: Words): Typed {
  const [first, second, ...args] = positionals;
  if (first === undefined) return { kind: 'help', group: undefined };
  if (first === 'help') return { kind: 'help', group: second === undefined ? undefined : requireGroup(second) };
  const group = requireGroup(first);
  if (flags.has('help')) return { kind: 'help', group };
  const command = requireCommand(group, second);
  requireArguments(command, args);
  requireOptions(command, Object.keys(options));
  return { kind: 'command', command, input: { args, options } };
}

function requireGroup(word: string): string {
  if (GROUPS.includes(word)) return word;
  throw new UsageError(`there is no «${word}»: use ${GROUPS.join(', ')} or help`);
}

function requireCommand(group: string, word: string | undefined): OperatorCommand {
  const names = ALL_COMMANDS.filter((known) => known.group === group).map(nameOf);
  const command = ALL_COMMANDS.find((known) => known.group === group && known.name === word);
  if (command !== undefined) return command;
  const fault = word === undefined ? `${group} needs a second word` : `there is no «${group} ${word}»`;
  throw new UsageError(`${fault}: use ${names.map((name) => `${group} ${name}`).join(', ')}`);
}

function requireArguments(command: OperatorCommand, args: readonly string[]): void {
  const missing = command.args[args.length];
  if (missing !== undefined) throw new UsageError(`${titleOf(command)} needs <${missing}>: ${usageOf(command)}`);
  const stray = args[command.args.length];
  if (stray !== undefined) throw new UsageError(`«${stray}» is one word too many: ${usageOf(command)}`);
}

function requireOptions(command: OperatorCommand, names: readonly string[]): void {
  const known = [...command.options.map(nameOf), 'operator'];
  const stray = names.find((name) => !known.includes(name));
  if (stray === undefined) return;
  const own = known.map((name) => `--${name}`).join(', ');
  throw new UsageError(`${titleOf(command)} has no option --${stray}: it has ${own}, --json`);
}

/** Usage line of a command. */
function usageOf(command: OperatorCommand): string {
  return [titleOf(command), ...command.args.map((name) => `<${name}>`)].join(' ');
}

const titleOf = ({ group, name }: OperatorCommand) => `${group} ${name}`;
const nameOf = ({ name }: { readonly name: string }) => name;

// Help of the operator tool, generated from the commands.

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
