/** By what receipts and proofs are verified here: the keys and the witnesses of the log that this device knows. */
import { useMemo } from 'react';
import { LogFormatError } from '@halyard/contract/transparency/LogFormatError';
import { parseVkey } from '@halyard/contract/transparency/keys';
import { parsePolicy, type Policy } from '@halyard/contract/transparency/policy';
import { useLogPin, type LogPin } from './logPin.ts';

/** Where what is kept cannot be read no log is known, and nothing is taken. */
const KNOWS_NONE: Policy = { logs: [], witnesses: [], groups: [], quorum: 'none' };

/**
 * Who witnesses changes as they come and go, so what none of them signed is not false here: it is said that nobody
 * else did. A false signature is.
 */
export function pinnedPolicy({ vkeys, witnesses }: Pick<LogPin, 'vkeys' | 'witnesses'>): Policy {
  try {
    return { ...parsePolicy(witnesses), quorum: 'none', logs: vkeys.map((vkey) => ({ key: parseVkey(vkey, 'log') })) };
  } catch (error) {
    if (error instanceof LogFormatError) return KNOWS_NONE;
    throw error;
  }
}

/** The same one until other keys are known; undefined before this device saw a log. */
export function usePinnedPolicy(): Policy | undefined {
  const pin = useLogPin();
  const text = pin && JSON.stringify([pin.vkeys, pin.witnesses]);
  // A look at the log changes the pin, and what is verified already need not be verified again.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text stands for all of the pin that is used
  return useMemo(() => pin && pinnedPolicy(pin), [text]);
}
