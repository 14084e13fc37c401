/** The two levels of verification, as the screens speak of them. */
import type { IdentityStatus } from '@halyard/contract/identity/calls';
import { paths } from '../../shared/navigation/paths.ts';

export type LevelName = 'basic' | 'advanced';

/** Where a level is applied for, and where one sees what became of it. */
export const LEVEL_PATHS: Readonly<Record<LevelName, () => string>> = {
  basic: paths.verificationBasic,
  advanced: paths.verificationAdvanced,
};

/** What the device keeps of a form that was interrupted: the fields in one draft, each picture in one of its own. */
export const LEVEL_DRAFTS = {
  basic: ['identity.basic'],
  advanced: ['identity.advanced.front', 'identity.advanced.back', 'identity.advanced.holding'],
} as const satisfies Readonly<Record<LevelName, readonly string[]>>;

/** Whether a level can be applied for now. */
export function isOpenForSubmission(status: IdentityStatus): boolean {
  return status === 'none' || status === 'rejected';
}
