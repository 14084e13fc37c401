/** Processor time of other processes on this machine, from `/proc`: Linux alone. */
import { readdirSync, readFileSync } from 'node:fs';

/** Unit of `/proc/<pid>/stat`: a hundredth of a second. */
const TICKS_PER_SECOND = 100;

type Stat = { readonly parent: number; readonly own: number; readonly ended: number };

function statOf(pid: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may have spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const at = (index: number) => Number(fields[index]);
    return { parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) };
  } catch {
    return undefined;
  }
}

/** Seconds that a process and its children have used, also those children that have ended. */
export function processorSeconds(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN;
  let ticks = 0;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = statOf(name);
    if (Number(name) === pid) ticks += (stat?.own ?? 0) + (stat?.ended ?? 0);
    else if (stat?.parent === pid) ticks += stat.own;
  }
  return ticks / TICKS_PER_SECOND;
}
