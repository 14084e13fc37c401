/** The trust policy of the tool, and the remaining trust of its user. */
import { readFile } from 'node:fs/promises';
import { parseVkey, type Signed } from '@halyard/contract/transparency/note';
import { parsePolicy, type Policy } from '@halyard/contract/transparency/policy';
import { NotUnderstoodError, timeText } from './outcome.ts';

/** By the key of a log, or by a policy's file: one of the two. */
export async function readPolicy(vkey: string | undefined, path: string | undefined): Promise<Policy> {
  if (vkey !== undefined && path === undefined) return withKeys(NOBODY, [vkey]);
  if (path === undefined || vkey !== undefined) throw new NotUnderstoodError('give --log <vkey> or --policy <file>');
  return parsePolicy(await readFile(path, 'utf8'));
}

/** A policy with keys that the log named itself. */
export function withKeys(policy: Policy, vkeys: readonly string[]): Policy {
  return { ...policy, logs: [...policy.logs, ...vkeys.map((vkey) => ({ key: parseVkey(vkey, 'log') }))] };
}

/** The signers that the result depends on. */
export function trustLine(signed: readonly Signed[]): string {
  const names = new Set(signed.filter(({ key }) => key.type === 'log').map(({ key }) => key.name));
  const witnesses = signed.filter(({ atSeconds }) => atSeconds !== undefined);
  const seen = witnesses.map(({ key, atSeconds = 0 }) => `${key.name} at ${timeText(atSeconds * 1000)}`);
  const by = [...names].join(', ');
  return seen.length === 0 ? `signed by the exchange alone: ${by}` : `signed by ${by}; witnessed by ${seen.join(', ')}`;
}

const NOBODY: Policy = { logs: [], witnesses: [], groups: [], quorum: 'none' };
