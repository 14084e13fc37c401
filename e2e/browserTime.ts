/** Processes of browsers that no parent waits for: their processor time would be missing from the sum of a run. */
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';

type ProcessState = { readonly stat: string; readonly parent: string | undefined; readonly isBrowser: boolean };

/**
 * Appends `/proc/<pid>/stat` of all processes of the browsers that this process has started, without their main ones:
 * the others end with those, and the system adds their times to no parent. Call it before a browser is closed.
 */
export function noteBrowserTime(): void {
  const file = process.env['BROWSER_TIMES'];
  if (file === undefined || !existsSync('/proc/self/stat')) return;
  const processes = new Map(readdirSync('/proc').flatMap((name) => stateOf(name)));
  const isOurs = (pid: string | undefined): boolean =>
    pid !== undefined && (pid === `${process.pid}` || isOurs(processes.get(pid)?.parent));
  for (const { stat, parent = '', isBrowser } of processes.values())
    if (isBrowser && processes.get(parent)?.isBrowser === true && isOurs(parent)) appendFileSync(file, stat);
}

function stateOf(name: string): [string, ProcessState][] {
  const stat = /^\d+$/.test(name) ? statOf(name) : undefined;
  if (stat === undefined) return [];
  const parent = stat.slice(stat.lastIndexOf(')')).split(' ')[2];
  return [[name, { stat, parent, isBrowser: stat.includes('(chrom') }]];
}

/** `undefined` for a process that has just ended. */
function statOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
}
