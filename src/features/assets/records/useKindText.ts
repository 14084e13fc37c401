import { useTranslation } from 'react-i18next';
import type { UserEntry } from '@halyard/contract/calls/records';

/** What a ledger entry is called; the server's own words where it does not say of which kind it is. */
export function useKindText(): (entry: UserEntry) => string {
  const { t } = useTranslation('records');
  return ({ kind, info }) => (kind === undefined ? info : t(`kind.${kind}`));
}
