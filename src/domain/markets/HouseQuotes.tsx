import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book } from '@halyard/contract/market/calls';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import type { BookRow } from './bookRows.ts';
import styles from './HouseQuotes.module.css';

/** The legend of a book: the mark of the house's quotes, with an explanation behind it. */
export function HouseQuotes({ book }: { book: Pick<Book, 'userBids'> }) {
  const { t } = useTranslation('common');
  const [isOpen, setOpen] = useState(false);
  // An exchange of the version before does not report them.
  if (book.userBids === undefined) return null;
  return (
    <>
      <button type="button" className={styles['legend']} onClick={() => setOpen(true)}>
        <span className={styles['mark']} aria-hidden="true" />
        <span className={styles['label']}>{t('house.label')}</span>
      </button>
      <Sheet isOpen={isOpen} onOpenChange={setOpen} title={t('house.label')}>
        <div className={styles['sheet']}>
          <p>{t('house.what')}</p>
          <p>{t('house.real')}</p>
          <p>{t('house.mark')}</p>
          <ButtonLink kind="ghost" to={paths.helpDetail({ slug: 'spot-orders' })}>
            {t('house.more')}
          </ButtonLink>
        </div>
      </Sheet>
    </>
  );
}

/** Lengths of a row's bars, for its CSS: the depth, and the house's part at its edge. */
export function barsOf({ depthPercent, housePercent = 0 }: Pick<BookRow, 'depthPercent' | 'housePercent'>) {
  // React's types have no custom properties.
  return { '--depth': `${depthPercent}%`, '--house': `${housePercent}%` } as CSSProperties;
}
