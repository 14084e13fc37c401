import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Option } from '@halyard/contract/calls/options';
import { parsePolicy } from '@halyard/contract/log/policy';
import { compare } from '@halyard/contract/money';
import { OUTCOME_OF, verifyReceipt, type ReceiptVerdict } from '@halyard/contract/log/verifyReceipt';
import { useGetLogPolicyQuery, useGetSealedReceiptQuery } from '../../../domain/options/fairnessApi.ts';
import { knownPolicy } from '../../../domain/options/knownLog.ts';
import type { Verdict } from '../../../domain/options/verifyOption.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { saveFile } from '../../../shared/format/saveFile.ts';
import { appErrorText, errorText } from '../../../shared/i18n/errorText.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { CheckLines } from './CheckLines.tsx';
import styles from './Detail.module.css';

const VERDICTS = { passed: 'passed', failed: 'failed', open: 'unknown' } as const satisfies Record<string, Verdict>;

/** Whether the public log holds the terms and the prices of an option that is over, and they come to its result. */
export function SealedChecks({ option }: { option: Option }) {
  const { t } = useTranslation('option');
  const receipt = useGetSealedReceiptQuery(option.id);
  const policy = useGetLogPolicyQuery();
  const failed = [receipt, policy].find(({ error }) => error !== undefined);
  return (
    <section aria-label={t('verify.sealed.title')} className={styles['verify']}>
      <h3 className={styles['heading']}>{t('verify.sealed.title')}</h3>
      {failed !== undefined && (
        <ErrorState what={appErrorText(failed.error as AppError)} onRetry={() => void failed.refetch()} />
      )}
      {failed === undefined && receipt.data !== undefined && policy.data !== undefined && (
        <Steps option={option} file={receipt.data} policy={policy.data} />
      )}
      {(receipt.isLoading || policy.isLoading) && (
        <Loading>
          <Skeleton shape="block" height={200} />
        </Loading>
      )}
    </section>
  );
}

function Steps({ option, file, policy }: { option: Option; file: string; policy: string }) {
  const { t } = useTranslation('option');
  const verdict = useMemo(() => verifyReceipt(file, parsePolicy(knownPolicy(policy))), [file, policy]);
  const { steps, signed } = verdict;
  const isOwn = verdict.isTrue && isOf(option, verdict);
  const checks = steps.map(({ step, state }) => ({ text: t(`verify.sealed.step.${step}`), verdict: VERDICTS[state] }));
  const save = async () => {
    const blob = new Blob([file], { type: 'application/json' });
    const saved = await saveFile(blob, `halyard-option-${option.id}.json`);
    if (saved.outcome === 'failed') showToast({ kind: 'error', text: errorText(saved.error.code) });
  };
  return (
    <>
      <p role="status" className={isOwn ? undefined : styles['wrong']}>
        {isOwn ? t('verify.sealed.right', { log: signed[0]?.key.name ?? '' }) : t('verify.sealed.wrong')}
      </p>
      <CheckLines checks={checks} />
      <Button kind="quiet" size="small" onClick={() => void save()}>
        <Download aria-hidden />
        {t('verify.sealed.save')}
      </Button>
    </>
  );
}

/** A true receipt of another option shows nothing of this one. */
function isOf(option: Option, { terms, receipt }: ReceiptVerdict): boolean {
  if (terms === undefined || option.result === null) return false;
  const isSame = terms.id === option.id && terms.market === option.symbol && terms.direction === option.direction;
  return isSame && compare(terms.stake, option.stake) === 0 && receipt?.result.outcome === OUTCOME_OF[option.result];
}
