import { useTranslation } from 'react-i18next';
import type { UserMovement } from '@halyard/contract/calls/records';

/** What a movement is called; the server's own words where it does not say of which kind it is. */
export function useKindText(): (movement: UserMovement) => string {
  const { t } = useTranslation('records');
  return ({ kind, info }) => (kind === undefined ? info : t(`kind.${kind}`));
}
