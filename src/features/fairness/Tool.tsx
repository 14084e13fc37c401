import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../shared/ui/Button.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import styles from './Fairness.module.css';
import { Part } from './Part.tsx';
import { toolFile } from '../../domain/transparency/toolFile.ts';

/** For whoever does not trust this app: the tool that verifies, and what its file hashes to. */
export function Tool() {
  const { t } = useTranslation('fairness');
  const hash = useToolHash();
  return (
    <Part title={t('tool.title')}>
      <p className={styles['text']}>{t('tool.explain')}</p>
      {hash === null ? (
        <p className={styles['soft']}>{t('tool.missing')}</p>
      ) : (
        <>
          <a className={buttonClass('ghost', 'small')} href={toolFile.address().href} download>
            {t('tool.download')}
          </a>
          {hash !== undefined && <CopyRow label={t('tool.hash')} value={hash} look="whole" />}
        </>
      )}
    </Part>
  );
}

/** Null where there is no tool; undefined until that is known. */
function useToolHash(): string | null | undefined {
  const [hash, setHash] = useState<string | null>();
  useEffect(() => {
    const stop = new AbortController();
    toolFile.readHash(stop.signal).then(setHash, () => undefined);
    return () => stop.abort();
  }, []);
  return hash;
}
