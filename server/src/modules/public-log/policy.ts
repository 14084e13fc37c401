/** Whose signatures somebody needs who verifies the log, and what the witnesses among them said last. */
import type { LogWitness } from '@halyard/contract/calls/fairness';
import { formatVkey } from '@halyard/contract/log/keys';
import { formatPolicy } from '@halyard/contract/log/policy';
import type { Reader } from '../../db/database.ts';
import { readWitnesses } from '../../log/cosigned.ts';
import { readLogKeys } from '../../log/logKeys.ts';
import type { WitnessSetting } from '../../log/witnessSetting.ts';

/** The policy of a log: all keys that it ever named, so that what they signed stays true, and the witnesses. */
export async function policyOf(reader: Reader, log: number, setting: WitnessSetting): Promise<string> {
  const keys = await readLogKeys(reader, log);
  return formatPolicy({ logs: keys.map(({ key }) => ({ key })), ...setting });
}

/** What each of the witnesses said last of a log. */
export async function tellWitnesses(
  reader: Reader,
  log: number,
  { witnesses }: WitnessSetting,
): Promise<readonly LogWitness[]> {
  const kept = new Map((await readWitnesses(reader, log)).map((one) => [one.vkey, one]));
  return witnesses.map(({ name, key, url }) => {
    const vkey = formatVkey(key);
    const { size = null, cosignedAtMs = null, state = 'silent' } = kept.get(vkey) ?? {};
    return { name, vkey, url, size, cosignedAtMs, state };
  });
}
