/** The commands of the tool. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { formatEntry } from '@halyard/contract/transparency/entries';
import { verifyEvidence } from '@halyard/contract/transparency/evidence';
import type { OnEntry } from '@halyard/contract/transparency/followEntries';
import type { FoundEntry } from '@halyard/contract/transparency/foundEntries';
import { LogFormatError } from '@halyard/contract/transparency/LineReader';
import type { Signed } from '@halyard/contract/transparency/note';
import type { Policy } from '@halyard/contract/transparency/policy';
import { simulatedDay, type SimulatedSeries } from '@halyard/contract/transparency/simulatedDay';
import type { Verdict } from '@halyard/contract/transparency/steps';
import {
  parseLiabilityProof,
  verifyLiability,
  type LiabilityProof,
} from '@halyard/contract/transparency/verifyLiability';
import { verifyLoggedReceipt, type LoggedReceiptVerdict } from '@halyard/contract/transparency/verifyLoggedReceipt';
import { compareWitnesses, followOnce } from './follow.ts';
import {
  NotUnderstoodError,
  OUTCOMES,
  stepLine,
  timeText,
  UntrueError,
  type Machine,
  type Outcome,
  type Print,
} from './outcome.ts';
import { remoteCandles, remoteLog, UnreachableError, type RemoteLog } from './remoteLog.ts';
import { stateFolder, forgetfulState } from './stateFolder.ts';
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
    const json = await readFile(target, 'utf8');
    const verdict = verifyLiability(json, policy);
    const { owed, loggedMs = 0 } = verdict;
    const amounts = owed.map(({ code, amount }) => `owed at ${timeText(loggedMs)}: ${amount} ${code}`);
    return say(verdict, print, verdict.isTrue ? [ownerLine(parseLiabilityProof(json)), ...amounts] : []);
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

/** Two users with the same leaf would each find their balances in it, so both have to be the reader's. */
function ownerLine({ userId, contact }: LiabilityProof): string {
  return `for user ${userId}, contact ${JSON.stringify(contact)}: true for you only if both are your own`;
}

// Recomputation of a simulated day from its key: the whole log is read and verified.

const DATE = /^\d{4}-\d\d-\d\d$/;
const WHY_OPEN = { no_key: 'its key is not in the log yet', other_model: 'it was made by another model' } as const;

/** Throws for prices that the key does not make, and where none can be recomputed. */
export async function judgeDay(day: string, remote: RemoteLog, policy: Policy, print: Print): Promise<void> {
  if (!DATE.test(day) || Number.isNaN(Date.parse(day))) throw new NotUnderstoodError('give a date as 2026-11-25');
  const { take, verdict } = simulatedDay(day);
  await followOnce({
    remote,
    policy,
    state: forgetfulState(),
    printStep: print,
    printWarning: () => undefined,
    onEntry: take,
  });
  const series = verdict();
  if (series.length === 0) throw new NotUnderstoodError('no simulated price of that day is in the log');
  for (const one of series) print(lineOf(one));
  const faulty = series.find(({ fault }) => fault !== undefined);
  if (faulty !== undefined) throw new UntrueError('day', `${faulty.market} is not what its key makes`);
  if (series.some(({ open }) => open !== undefined)) throw new NotUnderstoodError('not every series can be computed');
}

function lineOf({ market, recomputed, unfixed, uneven, fault, open }: SimulatedSeries): string {
  if (open !== undefined) return stepLine('open', market, WHY_OPEN[open]);
  if (fault !== undefined) return stepLine('failed', market, `entry ${fault.index}, seq ${fault.seq}`);
  const without = unfixed === 0 ? '' : `, ${unfixed} from before the keys or another price were in the log`;
  const jumps = uneven === 0 ? '' : `, ${uneven} not a second after the one before`;
  return stepLine('passed', market, `${recomputed} prices are those of the key${without}${jumps}`);
}

// Receipts of long lives: ticks that are not in the file are read from the log, which is verified as a whole.

/** The verdict on a receipt by its file and by the log. Throws for an invalid log, or another one. */
export async function judgeWithLog(
  { json, alone }: { readonly json: string; readonly alone: LoggedReceiptVerdict },
  remote: RemoteLog,
  policy: Policy,
): Promise<LoggedReceiptVerdict> {
  if (alone.kind === 'option' || !alone.isTrue || alone.life === undefined) return alone;
  const { first, last } = alone.life;
  const own = new Map(alone.receipt?.entries.map(({ index, text }) => [index, text]));
  const life: FoundEntry[] = [];
  const onEntry: OnEntry = (index, entry) => {
    const text = own.get(index);
    if (text !== undefined && text !== formatEntry(entry))
      throw new UntrueError('log', `entry ${index} of the file is not in this log`);
    if (index >= first && index <= last) life.push({ ...entry, index });
  };
  const print = () => undefined;
  await followOnce({ remote, policy, state: forgetfulState(), printStep: print, printWarning: print, onEntry });
  if (life.length < last - first + 1) throw new UntrueError('log', 'it does not go as far as the file');
  return verifyLoggedReceipt(json, policy, life);
}

/** A line with the outcome. */
export function endOf(verdict: LoggedReceiptVerdict): readonly string[] {
  const { kind, terms, receipt } = verdict;
  if (terms === undefined || receipt === undefined) return [];
  const { outcome, paid } = receipt.result;
  return [`${kind} ${terms.id}: ${outcome}, paid ${paid}`];
}
