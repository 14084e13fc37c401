/** A simulated day, computed again from its key: the whole log is read and verified for it. */
import type { Policy } from '@halyard/contract/transparency/policy';
import { simulatedDay, type SimulatedSeries } from '@halyard/contract/transparency/simulatedDay';
import { followOnce } from './follow.ts';
import { NotUnderstoodError, stepLine, UntrueError, type Print } from './outcome.ts';
import type { RemoteLog } from './remoteLog.ts';
import { forgetfulState } from './stateFolder.ts';

const DATE = /^\d{4}-\d\d-\d\d$/;
const WHY_OPEN = { no_key: 'its key is not in the log yet', other_model: 'it was made by another model' } as const;

/** Throws for prices that are not those of the key, and where none can be computed. */
export async function judgeDay(day: string, remote: RemoteLog, policy: Policy, print: Print): Promise<void> {
  if (!DATE.test(day) || Number.isNaN(Date.parse(day))) throw new NotUnderstoodError('give a date as 2026-11-25');
  const { take, verdict } = simulatedDay(day);
  await followOnce({
    remote,
    policy,
    state: forgetfulState(),
    printStep: print,
    printWarning: () => undefined,
    look: take,
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
