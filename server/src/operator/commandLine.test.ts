// A wrong command line is answered with the valid words, and has no effect.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REPOSITORY } from '../folders.ts';
import { createTool } from '../testing/operatorTool.ts';
import { ALL_COMMANDS } from './allCommands.ts';

// There is no exchange here: a command that passes parsing reports that.
const DATA_DIR = '/nowhere/at/all';
const tool = createTool({ DATA_DIR });
const GROUPS =
  'deposits, withdrawals, identity, unfreeze, factors, fund-passwords, freezes, users, chat, currencies, articles, countries, halts, markets, options, exposure, contracts, trust, subscriptions, offers, rebates, limits, rates, log, secrets, ledger, house, audit, operators, keys, approvals, database, backup';

describe('unknown words', () => {
  test.each([
    [['dposits'], `there is no «dposits»: use ${GROUPS} or help`],
    [['help', 'me'], `there is no «me»: use ${GROUPS} or help`],
    [['ledger'], 'ledger needs a second word: use ledger list, ledger show, ledger check'],
    [['ledger', 'fix'], 'there is no «ledger fix»: use ledger list, ledger show, ledger check'],
    [['deposits', 'approve'], 'deposits approve needs <id>: deposits approve <id>'],
    [['deposits', 'approve', '3', '4'], '«4» is one word too many: deposits approve <id>'],
    [['deposits', 'list', '--colour', 'red'], 'there is no option --colour: "help" lists what there is'],
    [
      ['deposits', 'list', '--reason', 'x'],
      'deposits list has no option --reason: it has --status, --user, --limit, --from, --operator, --json',
    ],
    [['ledger', 'check', '--save', 'x'], 'ledger check has no option --save: it has --all, --operator, --json'],
    [['ledger', 'check', '--all=yes'], 'there is no option --all: "help" lists what there is'],
    [['deposits', 'reject', '3', '--reason'], '--reason needs a value: --reason "..."'],
    [['deposits', 'reject', '3', '--reason', '--operator', 'x'], '--reason needs a value: --reason "..."'],
    [['deposits', 'reject', '3', '--reason', 'x', '--reason', 'y'], '--reason is given twice'],
    [['deposits', 'list', '--json=yes'], 'there is no option --json: "help" lists what there is'],
  ])('%j', async (words, message) => {
    expect(await tool(...words)).toEqual({ exitCode: 2, out: '', err: message });
  });

  test('are reported as JSON to programs', async () => {
    const { exitCode, out, err } = await tool('ledger', 'fix', '--json');
    expect([exitCode, out, JSON.parse(err)]).toEqual([
      2,
      '',
      { error: 'there is no «ledger fix»: use ledger list, ledger show, ledger check' },
    ]);
  });
});

describe('help', () => {
  test('names every command, without an exchange', async () => {
    const { exitCode, out } = await tool();
    expect(exitCode).toBe(0);
    for (const { group, name } of ALL_COMMANDS) expect(out).toContain(`\n${group} ${name} `);
    expect(await tool('help')).toEqual({ exitCode, out, err: '' });
    expect(await tool('--help')).toEqual({ exitCode, out, err: '' });
  });

  test('names every option of a group', async () => {
    for (const group of new Set(ALL_COMMANDS.map((command) => command.group))) {
      const { out } = await tool('help', group);
      const own = ALL_COMMANDS.filter((command) => command.group === group);
      for (const { options } of own)
        for (const { name, value } of options) expect(out).toContain(`\n--${name}${value === undefined ? ' ' : ' <'}`);
      expect(await tool(group, '--help')).toEqual({ exitCode: 0, out, err: '' });
    }
  });
});

test('without an exchange the tool reports where it searched, and creates no database there', async () => {
  expect(await tool('ledger', 'check')).toEqual({
    exitCode: 1,
    out: '',
    err: `There is no exchange in ${DATA_DIR}: set DATA_DIR or DATABASE_URL as the exchange has them.`,
  });
});

test('a wrong setting is one line', async () => {
  const { exitCode, err } = await createTool({ DATA_DIR, REDIS_URL: 'cache' })('ledger', 'check');
  expect([exitCode, err]).toEqual([1, 'REDIS_URL must be a URL like redis://host:6379, or empty.']);
});

test('the document names each command that always takes two operators, and no other', () => {
  const section = readFileSync(join(REPOSITORY, 'docs/operator.md'), 'utf8').split(/^### Two operators$/m)[1] ?? '';
  const rows = section.matchAll(/^\| `(\w+)` +\| (.+)$/gm);
  const named = Array.from(rows, ([, right, words]) =>
    Array.from(words?.matchAll(/`([^`]+)`/g) ?? [], ([, command]) => `${right}: ${command}`),
  ).flat();
  const always = ALL_COMMANDS.filter(({ rule }) => rule.second === 'always');
  expect(named.toSorted()).toEqual(always.map(({ group, name, rule }) => `${rule.right}: ${group} ${name}`).toSorted());
});
