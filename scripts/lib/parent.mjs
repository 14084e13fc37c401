// npm runs a script through a shell that neither passes signals on nor ends with npm, so ending `npm start` would leave
// the server behind, holding its port and its data. The server therefore watches the two processes above it.
import { readFileSync } from 'node:fs';

const WATCH_MS = 500;

/**
 * The parent of a process, where the system shows it (Linux).
 * @param {number} pid
 */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold anything; what follows its end is: state, parent.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return undefined;
  }
}

const ancestors = () => `${process.ppid} ${parentOf(process.ppid)}`;

/** Ends this process as a SIGTERM would when npm, which started it, is gone. Does nothing when npm did not start it. */
export function endWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const first = ancestors();
  setInterval(() => {
    if (ancestors() !== first) process.kill(process.pid, 'SIGTERM');
  }, WATCH_MS).unref();
}
