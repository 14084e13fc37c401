import { setTimeout as pause } from 'node:timers/promises';
import type { RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import type { getOption, Option } from '@halyard/contract/options/calls';
import { BusinessError } from '../../calls/errors.ts';
import type { ModuleDeps } from '../../module.ts';
import { selectOptionsById } from './optionsRepository.ts';

const WAIT_MAX_MS = 10_000;

/**
 * An option of a user. While it is due, waits for its settlement for up to 10 s. Throws
 * `BusinessError('OPTION_NOT_FOUND')`.
 */
export async function readOption(
  { db, clock, events }: Pick<ModuleDeps, 'db' | 'clock' | 'events'>,
  userId: UserId,
  { id, isAsIs = false }: RequestOf<typeof getOption>,
): Promise<Option> {
  const read = async () => {
    const [option] = await selectOptionsById(db, userId, [id], clock.nowMs());
    if (option === undefined) throw new BusinessError('OPTION_NOT_FOUND');
    return option;
  };
  const timeout = new AbortController();
  const closed = new Promise<void>((resolve) => {
    const unsubscribe = events.subscribe((event) => {
      if (event.type === 'option-changed' && event.option.id === id && event.option.status === 'closed') resolve();
    });
    timeout.signal.addEventListener('abort', unsubscribe);
  });
  try {
    // Subscribed before the first read, so that no change is missed.
    const option = await read();
    if (isAsIs || option.status !== 'due') return option;
    await Promise.race([closed, pause(WAIT_MAX_MS, undefined, { signal: timeout.signal, ref: false })]);
    return await read();
  } finally {
    timeout.abort();
  }
}
