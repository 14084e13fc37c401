/** Whose signatures somebody needs who verifies the log, and what the witnesses among them said last. */
import type { LogWitness } from '@halyard/contract/transparency/calls';
import { formatVkey } from '@halyard/contract/transparency/keys';
import { formatPolicy } from '@halyard/contract/transparency/policy';
import type { Reader } from '../../db/database.ts';
import { readWitnesses } from '../../transparency/cosigned.ts';
import { readLogKeys } from '../../transparency/logKeys.ts';
import type { WitnessSetting } from '../../transparency/witnessSetting.ts';

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
