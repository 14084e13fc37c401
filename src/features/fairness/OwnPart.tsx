import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '@halyard/contract/user/calls';
import type { OwnLeaf } from '../../domain/transparency/ownLeaf.ts';
import type { LogPin } from '../../domain/transparency/logPin.ts';
import { CheckLines, type Verdict } from '../../domain/transparency/CheckLines.tsx';
import type { AppError } from '../../shared/api/appError.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { loadChunk } from '../../shared/pwa/chunkRecovery.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import styles from './Fairness.module.css';
import { SaveText } from './SaveText.tsx';

type Result = OwnLeaf | { readonly error: AppError };

const VERDICTS = { passed: 'passed', failed: 'failed', open: 'unknown' } as const satisfies Record<string, Verdict>;

/** Whether the user's own balances are in the totals, step by step. */
export function OwnPart({ pin, user }: { pin: LogPin; user: User }) {
  const { t } = useTranslation('fairness');
  const dispatch = useAppDispatch();
  const [isRunning, setRunning] = useState(false);
  const [result, setResult] = useState<Result>();
  const check = async (): Promise<Result> => {
    const { checkOwnLeaf } = await loadChunk(() => import('../../domain/transparency/ownLeaf.ts'));
    return checkOwnLeaf(dispatch, pin, user);
  };
  const start = () => {
    setRunning(true);
    void check()
      .catch((): Result => ({ error: { code: 'NETWORK' } }))
      .then((found) => {
        setResult(found);
        setRunning(false);
      });
  };
  return (
    <>
      <p className={styles['text']}>{t('own.explain')}</p>
      {result !== undefined && ('error' in result ? <Refused error={result.error} /> : <Lines leaf={result} />)}
      <Button kind="ghost" size="small" isLoading={isRunning} onClick={start}>
        {t(result === undefined ? 'own.start' : 'own.again')}
      </Button>
    </>
  );
}

function Refused({ error }: { error: AppError }) {
  const { t } = useTranslation('fairness');
  if (error.code === 'SNAPSHOT_NOT_FOUND') return <p role="status">{t('own.none')}</p>;
  return <ErrorState what={appErrorText(error)} />;
}

function Lines({ leaf }: { leaf: OwnLeaf }) {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const { steps, isTrue, newestMs, sealedMs, contact, file, currencies } = leaf;
  const time = format.moment(sealedMs, 'dateMinute');
  const newest = format.moment(newestMs, 'dateMinute');
  const checks = [
    ...steps.map(({ step, state, reason }) => ({
      text: t(`own.step.${step}`),
      verdict: VERDICTS[state],
      ...(reason !== undefined && { note: <code lang="en">{reason}</code> }),
    })),
    ...currencies.map(({ code, had, owed, isSame }) => ({
      text: t('own.currency', { code, had: format.amount(had, 18, 0), owed: format.amount(owed, 18, 0) }),
      verdict: isSame ? ('passed' as const) : ('failed' as const),
    })),
  ];
  return (
    <>
      <p role="status" className={isTrue ? styles['text'] : styles['wrong']}>
        {t(`own.${headOf(leaf)}`, { time, newest })}
      </p>
      {isTrue && contact !== undefined && <p className={styles['text']}>{t('own.contact', { contact })}</p>}
      <CheckLines checks={checks} />
      {file !== undefined && (
        <>
          <SaveText name="halyard-liability-proof.json" text={file} label={t('own.save')} />
          <p className={styles['soft']}>{t('own.saveNote')}</p>
        </>
      )}
    </>
  );
}

function headOf({ steps, isTrue, isCompared, age }: OwnLeaf) {
  if (steps.some(({ step, state }) => step === 'newest' && state === 'failed')) return 'missing';
  if (!isTrue) return 'wrong';
  if (!isCompared) return 'unsure';
  return age === 'new' ? 'right' : age;
}
