import type { IdentityStatus } from '@halyard/contract/identity/calls';
import { paths } from '../../shared/navigation/paths.ts';

export type LevelName = 'basic' | 'advanced';

/** The page of each level: form and review. */
export const LEVEL_PATHS: Readonly<Record<LevelName, () => string>> = {
  basic: paths.verificationBasic,
  advanced: paths.verificationAdvanced,
};

/** Drafts of an interrupted form: the fields in one, each picture in its own. */
export const LEVEL_DRAFTS = {
  basic: ['identity.basic'],
  advanced: ['identity.advanced.front', 'identity.advanced.back', 'identity.advanced.holding'],
} as const satisfies Readonly<Record<LevelName, readonly string[]>>;

/** Whether a level can be submitted now. */
export function isOpenForSubmission(status: IdentityStatus): boolean {
  return status === 'none' || status === 'rejected';
}
