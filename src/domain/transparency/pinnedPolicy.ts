/** The policy for verifying receipts and proofs on this device: keys and witnesses of the log it knows. */
import { useMemo } from 'react';
import { LogFormatError } from '@halyard/contract/transparency/LineReader';
import { parseVkey } from '@halyard/contract/transparency/note';
import { parsePolicy, type Policy } from '@halyard/contract/transparency/policy';
import { useLogPin, type LogPin } from './logPin.ts';

/** When the pin is unreadable, no log is known and nothing is accepted. */
const KNOWS_NONE: Policy = { logs: [], witnesses: [], groups: [], quorum: 'none' };

/**
 * Witnesses come and go, so a missing cosignature is not an error here: it is reported as absent. A false signature is
 * an error.
 */
export function pinnedPolicy({ vkeys, witnesses }: Pick<LogPin, 'vkeys' | 'witnesses'>): Policy {
  try {
    return { ...parsePolicy(witnesses), quorum: 'none', logs: vkeys.map((vkey) => ({ key: parseVkey(vkey, 'log') })) };
  } catch (error) {
    if (error instanceof LogFormatError) return KNOWS_NONE;
    throw error;
  }
}

/** The same policy until other keys are known; undefined before this device saw a log. */
export function usePinnedPolicy(): Policy | undefined {
  const pin = useLogPin();
  const text = pin && JSON.stringify([pin.vkeys, pin.witnesses]);
  // A check of the log changes the pin, and verified content need not be verified again.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text holds everything of the pin that is used
  return useMemo(() => pin && pinnedPolicy(pin), [text]);
}
