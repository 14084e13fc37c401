import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleDocument } from '@halyard/contract/transparency/figureCalls';
import { useGetRulesQuery } from '../../domain/transparency/publicLogApi.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { Answered } from './Answered.tsx';
import styles from './Fairness.module.css';
import { Part } from './Part.tsx';
import { useCount } from './useCount.ts';

/** By what contracts are settled, with the versions that were in force before. */
export function Rules() {
  const { t } = useTranslation('fairness');
  return (
    <Part title={t('rules.title')}>
      <p className={styles['soft']}>{t('rules.explain')}</p>
      <Answered query={useGetRulesQuery()}>
        {(documents) =>
          documents.length === 0 ? (
            <p className={styles['text']}>{t('rules.none')}</p>
          ) : (
            documents.map((document) => <Rule key={document.index + document.name} document={document} />)
          )
        }
      </Answered>
    </Part>
  );
}

function Rule({ document: { name, version, sha256, sealedAt, index, text } }: { document: RuleDocument }) {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const count = useCount();
  const time = format.moment(Date.parse(sealedAt), 'dateMinute');
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles['rule']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{name}</b>
        <span className={styles['soft']}>{t('rules.version', { version, time })}</span>
      </summary>
      {isOpen && (
        <>
          <CopyRow label={`${t('rules.digest')} · ${t('rules.index', { index: count(index) })}`} value={sha256} />
          <pre lang="en">{text}</pre>
        </>
      )}
    </details>
  );
}
