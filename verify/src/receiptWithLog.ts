/** Receipts of long lives: ticks that are not in the file are read from the log, all of which is verified for that. */
import type { LookAt } from '@halyard/contract/transparency/followEntries';
import { formatEntry } from '@halyard/contract/transparency/entries';
import type { FoundEntry } from '@halyard/contract/transparency/foundEntries';
import type { Policy } from '@halyard/contract/transparency/policy';
import { verifyLoggedReceipt, type LoggedReceiptVerdict } from '@halyard/contract/transparency/verifyLoggedReceipt';
import { followOnce } from './follow.ts';
import { UntrueError } from './outcome.ts';
import type { RemoteLog } from './remoteLog.ts';
import { forgetfulState } from './stateFolder.ts';

/** What a receipt is by its file and by the log. Throws for a log that is not as it may be, or is another one. */
export async function judgeWithLog(
  { json, alone }: { readonly json: string; readonly alone: LoggedReceiptVerdict },
  remote: RemoteLog,
  policy: Policy,
): Promise<LoggedReceiptVerdict> {
  if (alone.kind === 'option' || !alone.isTrue || alone.life === undefined) return alone;
  const { first, last } = alone.life;
  const own = new Map(alone.receipt?.entries.map(({ index, text }) => [index, text]));
  const life: FoundEntry[] = [];
  const look: LookAt = (index, entry) => {
    const text = own.get(index);
    if (text !== undefined && text !== formatEntry(entry))
      throw new UntrueError('log', `entry ${index} of the file is not in this log`);
    if (index >= first && index <= last) life.push({ ...entry, index });
  };
  const print = () => undefined;
  await followOnce({ remote, policy, state: forgetfulState(), printStep: print, printWarning: print, look });
  if (life.length < last - first + 1) throw new UntrueError('log', 'it does not go as far as the file');
  return verifyLoggedReceipt(json, policy, life);
}

/** A line that says how it ended. */
export function endOf(verdict: LoggedReceiptVerdict): readonly string[] {
  const { kind, terms, receipt } = verdict;
  if (terms === undefined || receipt === undefined) return [];
  const { outcome, paid } = receipt.result;
  return [`${kind} ${terms.id}: ${outcome}, paid ${paid}`];
}
