import { useTranslation } from 'react-i18next';
import type { LogPin } from '../../domain/transparency/logPin.ts';
import { useGetLiabilityTotalsQuery } from '../../domain/transparency/publicLogApi.ts';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { Answered } from './Answered.tsx';
import styles from './Fairness.module.css';
import { OwnPart } from './OwnPart.tsx';
import { Part } from './Part.tsx';
import { useCount } from './useCount.ts';

/** What users are owed in all, and the user's own part of it. */
export function Owed({ pin }: { pin: LogPin | undefined }) {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const count = useCount();
  const user = useAppSelector(selectUser);
  const none = { code: 'SNAPSHOT_NOT_FOUND', text: <p className={styles['text']}>{t('owed.none')}</p> } as const;
  return (
    <Part title={t('owed.title')}>
      <Answered query={useGetLiabilityTotalsQuery()} none={none}>
        {({ at, index, currencies, isBalanced }) => (
          <>
            <p className={isBalanced ? styles['text'] : styles['wrong']}>
              {t(isBalanced ? 'owed.balanced' : 'owed.unbalanced')}
            </p>
            <KeyValue
              items={[
                { label: t('owed.at'), value: format.moment(Date.parse(at), 'dateMinute') },
                { label: t('owed.index'), value: count(index) },
                ...currencies.map(({ code, users }) => ({
                  label: t('owed.users', { code }),
                  value: format.amount(users, 8, 0),
                })),
              ]}
            />
          </>
        )}
      </Answered>
      <h3>{t('own.title')}</h3>
      {user === undefined ? (
        <p className={styles['text']}>{t('own.logIn')}</p>
      ) : (
        pin !== undefined && <OwnPart pin={pin} user={user} />
      )}
    </Part>
  );
}
