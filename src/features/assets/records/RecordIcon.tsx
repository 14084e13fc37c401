import { ReceiptText } from 'lucide-react';
import type { UserEntryKind } from '@halyard/contract/wallet/entryCalls';
import { contributions } from '../../../shared/navigation/contributions.ts';
import styles from './Records.module.css';

/** Icon of a record's kind; the adjacent text repeats it. */
export function RecordIcon({ kind }: { kind: UserEntryKind | undefined }) {
  const Icon = (kind && contributions().entryIcons[kind]) ?? ReceiptText;
  return <Icon aria-hidden className={styles['icon']} />;
}
