/** The commands of the tool. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { LogFormatError } from '@halyard/contract/transparency/LogFormatError';
import { verifyEvidence } from '@halyard/contract/transparency/evidence';
import type { Signed } from '@halyard/contract/transparency/note';
import type { Policy } from '@halyard/contract/transparency/policy';
import type { Verdict } from '@halyard/contract/transparency/steps';
import { verifyLiability } from '@halyard/contract/transparency/verifyLiability';
import { verifyLoggedReceipt } from '@halyard/contract/transparency/verifyLoggedReceipt';
import { judgeDay } from './day.ts';
import { compareWitnesses, followOnce } from './follow.ts';
import { NotUnderstoodError, OUTCOMES, stepLine, timeText, UntrueError } from './outcome.ts';
import type { Machine, Outcome, Print } from './outcome.ts';
import { endOf, judgeWithLog } from './receiptWithLog.ts';
import { remoteCandles } from './remoteCandles.ts';
import { remoteLog, UnreachableError } from './remoteLog.ts';
import { stateFolder } from './stateFolder.ts';
import { readPolicy, trustLine } from './trust.ts';

const USAGE = `halyard-verify: whether an exchange said what it signed.

  receipt <file> --log <vkey>                how an option or a leveraged position ended
                                             --with-log <url>: also by the prices of a long life, which are in the log alone
  liability <file> --log <vkey>              whether your balances are in the published totals
  follow <url> --log <vkey> --state <folder> whether the log goes on from what you saw the last time; --watch: each second;
                                             --exchange <url>: and whether its candles are those of the log
  day <date> <url> --log <vkey>              whether simulated prices of a day are those of the key that was shown after it
  evidence <file> --log <vkey>               whether a file shows that the log has two histories

--policy <file> in place of --log names witnesses too (C2SP tlog-policy).
It ends with 0 for true, 1 for false, 2 for what it does not understand.`;

/** Runs a command; answers the exit code. */
export async function verify(words: readonly string[], machine: Machine): Promise<Outcome> {
  try {
    return await run(words, machine);
  } catch (error) {
    if (error instanceof UntrueError) {
      machine.print(stepLine('failed', error.step, error.message));
      return OUTCOMES.isFalse;
    }
    const isExplained = error instanceof NotUnderstoodError || error instanceof LogFormatError;
    machine.print(`not understood: ${isExplained ? error.message : String(error)}`);
    return OUTCOMES.notUnderstood;
  }
}

/** Witnesses are asked once a minute. */
const WITNESS_PASSES = 60;

type Options = Readonly<Partial<Record<'log' | 'policy' | 'state' | 'exchange' | 'with-log', string>>> & {
  readonly watch?: boolean;
};
type Given = {
  readonly targets: readonly string[];
  readonly target: string;
  readonly options: Options;
  readonly policy: Policy;
};
type Command = (given: Given, machine: Machine) => Promise<Outcome>;

async function run(words: readonly string[], machine: Machine): Promise<Outcome> {
  const { values: options, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      log: { type: 'string' },
      policy: { type: 'string' },
      state: { type: 'string' },
      exchange: { type: 'string' },
      'with-log': { type: 'string' },
      watch: { type: 'boolean' },
    },
  });
  const [name = '', ...targets] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined || targets.length !== (name === 'day' ? 2 : 1)) {
    machine.print(USAGE);
    return OUTCOMES.notUnderstood;
  }
  return command(
    { target: targets.at(-1) ?? '', targets, options, policy: await readPolicy(options.log, options.policy) },
    machine,
  );
}

const COMMANDS: Readonly<Record<string, Command>> = {
  receipt: async ({ target, policy, options: { 'with-log': url } }, { print }) => {
    const json = await readFile(target, 'utf8');
    const alone = verifyLoggedReceipt(json, policy);
    const verdict = url === undefined ? alone : await judgeWithLog({ json, alone }, remoteLog(url, policy), policy);
    return say(verdict, print, endOf(verdict));
  },
  liability: async ({ target, policy }, { print }) => {
    const verdict = verifyLiability(await readFile(target, 'utf8'), policy);
    const { owed, sealedMs = 0 } = verdict;
    return say(
      verdict,
      print,
      owed.map(({ code, amount }) => `owed at ${timeText(sealedMs)}: ${amount} ${code}`),
    );
  },
  evidence: async ({ target, policy }, { print }) => {
    const keys = policy.logs.map(({ key }) => key);
    const verdict = verifyEvidence(await readFile(target, 'utf8'), keys);
    return say(verdict, print, ['the log has two histories, and its key signed both']);
  },
  day: async ({ target, targets: [day = ''], policy }, { print }) => {
    await judgeDay(day, remoteLog(target, policy), policy, print);
    return OUTCOMES.isTrue;
  },
  follow: async ({ target, policy, options: { state, exchange, watch = false } }, { print, nowMs, passSecond }) => {
    if (state === undefined) throw new NotUnderstoodError('follow needs --state <folder>');
    const candles = exchange === undefined ? undefined : remoteCandles(exchange);
    const following = {
      remote: remoteLog(target, policy),
      policy,
      state: stateFolder(state),
      candles,
      nowMs,
      printWarning: print,
    };
    await followOnce({ ...following, printStep: print });
    await compareWitnesses({ ...following, printStep: print });
    if (!watch) return OUTCOMES.isTrue;
    const later = { ...following, printStep: () => undefined };
    for (let pass = 1; await passSecond(); pass += 1) {
      await followOnce(later).catch(sayUnreachable(print));
      if (pass % WITNESS_PASSES === 0) await compareWitnesses(later);
    }
    return OUTCOMES.isTrue;
  },
};

type SignedVerdict = Verdict<string> & { readonly signed: readonly Signed[] };

function say({ isTrue, steps, signed }: SignedVerdict, print: Print, found: readonly string[]): Outcome {
  for (const { step, state, reason } of steps) print(stepLine(state, step, reason));
  if (isTrue) for (const line of [...found, trustLine(signed)]) print(line);
  if (isTrue) return OUTCOMES.isTrue;
  return steps[0]?.state === 'failed' ? OUTCOMES.notUnderstood : OUTCOMES.isFalse;
}

function sayUnreachable(print: Print): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof UnreachableError)) throw error;
    print(stepLine('warning', error.message));
  };
}
