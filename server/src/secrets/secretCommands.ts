/** `operator secrets`: re-encryption of users' secrets under a new key. */
import { writeAudit } from '../operator/audit.ts';
import type { OperatorCommand } from '../operator/command.ts';
import { KEYS } from '../operator/commandRules.ts';
import { reencryptAll } from './encryptedColumns.ts';
import { readSecretBox } from './secretKeys.ts';

export const SECRET_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'secrets',
    name: 'rotate',
    rule: KEYS,
    args: [],
    options: [],
    summary: 'seal under the first key of SECRETS_KEY what lies under another one; then that one can go',
    run: async ({ db, dataDir, secretKeys }, operator) => {
      const count = await reencryptAll(db, await readSecretBox(dataDir, secretKeys));
      await db.transaction((tx) => writeAudit(tx, operator, { action: 'secrets.rotate', subject: 'secrets:all' }));
      return { data: { count }, text: `Sealed anew: ${count}. All secrets lie under the first key now.` };
    },
  },
];
