import { Download } from 'lucide-react';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Signed } from '@halyard/contract/transparency/note';
import type { Policy } from '@halyard/contract/transparency/policy';
import type { StepReport, Verdict as StepsVerdict } from '@halyard/contract/transparency/steps';
import type log from '../../../locales/en/log.json';
import { isAppError } from '../../shared/api/appError.ts';
import { saveFile } from '../../shared/format/saveFile.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { FoldedChecks, useLogCheck } from './CheckLines.tsx';
import styles from './Checks.module.css';
import { usePinnedPolicy } from './pinnedPolicy.ts';

/** The steps of every kind of receipt, plus the match with the page. */
export type LogStep = keyof (typeof log)['step'];

/** The verdict on a receipt, from the code that knows its kind. */
export type Judged = StepsVerdict<LogStep> & {
  readonly signed: readonly Signed[];
  /** Whether the receipt is about what the page shows: a valid receipt of something else proves nothing here. */
  readonly isOwn: boolean;
};

type ReceiptChecksProps = {
  /** The query of the file. */
  receipt: { readonly currentData?: string | undefined; readonly error?: unknown; readonly refetch: () => unknown };
  /** Explains the receipt to users who do not know receipts. */
  about: string;
  /** File name without its extension. */
  name: string;
  judge: (file: string, policy: Policy) => Judged;
  /** Until then the file is only prepared, so that it can be shown offline later. */
  isShown: boolean;
};

/** Shows whether the public log holds the data of a settlement, computed here from the file alone. */
export function ReceiptChecks({ receipt, about, name, judge, isShown }: ReceiptChecksProps) {
  const { t } = useTranslation('log');
  const file = receipt.currentData;
  const policy = usePinnedPolicy();
  const judged = useMemo(
    () => (isShown && file !== undefined && policy !== undefined ? judge(file, policy) : undefined),
    [isShown, file, policy, judge],
  );
  const isOfUnknownKey = judged?.steps.some(({ step, state }) => state === 'failed' && TO_DO[step] === 'keys') === true;
  // The log may have named a new key since this device last checked it.
  const check = useLogCheck(policy === undefined || isOfUnknownKey);
  useAgainUntilLogged(receipt, isShown);
  if (!isShown) return null;
  return (
    <section aria-label={t('title')} className={styles['section']}>
      <h3 className={styles['heading']}>{t('title')}</h3>
      <p className={styles['about']}>{about}</p>
      {content()}
    </section>
  );

  function content(): ReactNode {
    if (file === undefined && receipt.error !== undefined)
      return <ErrorState error={receipt.error} onRetry={receipt.refetch} />;
    if (policy === undefined && check.hasRead === false && !check.isRunning)
      return <ErrorState what={errorText('NETWORK')} onRetry={check.start} />;
    if (file === undefined || judged === undefined || (isOfUnknownKey && check.isRunning)) return <Waiting />;
    return <Steps file={file} judged={judged} name={name} />;
  }
}

/** The log grows each second, so what it lacks now is there soon, also on a slow machine. */
const AGAIN_MS = 3000;

/** Asks again for a receipt that the log cannot prove yet. */
function useAgainUntilLogged({ currentData, error, refetch }: ReceiptChecksProps['receipt'], isShown: boolean): void {
  const isTooEarly = isShown && currentData === undefined && isAppError(error) && error.code.endsWith('_NOT_SEALED');
  useEffect(() => {
    if (!isTooEarly) return undefined;
    const timer = setTimeout(() => void refetch(), AGAIN_MS);
    return () => clearTimeout(timer);
    // Each refusal is a new error, which starts the timer again.
  }, [isTooEarly, error, refetch]);
}

function Waiting() {
  return (
    <Loading>
      <Skeleton shape="block" height={200} />
    </Loading>
  );
}

function Steps({ file, judged, name }: { file: string; judged: Judged; name: string }) {
  const { t } = useTranslation('log');
  const isRight = judged.isTrue && judged.isOwn;
  return (
    <>
      <FoldedChecks
        isRight={isRight}
        verdict={isRight ? t(isWhole(judged) ? 'right' : 'rightSoFar') : t('wrong')}
        checks={stepsOf(judged).map((report) => ({
          text: hasNoWitness(report, judged) ? t('noWitness') : t(`step.${report.step}`),
          verdict: report.state,
          ...(hasNote(report) && { note: <Note report={report} /> }),
        }))}
      />
      {isRight && <p className={styles['about']}>{signedText(judged.signed, t)}</p>}
      <SaveReceipt file={file} name={name} />
    </>
  );
}

function SaveReceipt({ file, name }: { file: string; name: string }) {
  const { t } = useTranslation(['log', 'forms']);
  async function save(): Promise<void> {
    const saved = await saveFile(new Blob([file], { type: 'application/json' }), `${name}.json`);
    if (saved.outcome === 'failed') showToast({ kind: 'error', text: errorText(saved.error.code) });
    // Closing the share sheet saves nothing.
    else if (saved.outcome !== 'dismissed') showToast({ kind: 'success', text: t('forms:file.saved') });
  }
  return (
    <Button kind="quiet" size="small" onClick={() => void save()}>
      <span className={styles['save']}>
        <Download aria-hidden />
        {t('save')}
      </span>
    </Button>
  );
}

/** Meaning of a failed or open step, what to do, and where in the file it is. */
function Note({ report: { step, state, reason } }: { report: StepReport<LogStep> }) {
  const { t } = useTranslation('log');
  return (
    <>
      <p>{state === 'open' ? t('leftOpen') : `${t(`failed.${step}`)} ${t(`todo.${TO_DO[step]}`)}`}</p>
      {reason !== undefined && <code lang="en">{reason}</code>}
    </>
  );
}

/** Next step by failed check: another file, current keys, or a report of the proof. */
const TO_DO: Readonly<Record<LogStep, keyof (typeof log)['todo']>> = {
  format: 'file',
  checkpoint: 'keys',
  signature: 'keys',
  witnesses: 'keys',
  inclusion: 'proof',
  entries: 'file',
  terms: 'file',
  commitment: 'proof',
  commitment_time: 'proof',
  commitment_times: 'proof',
  entry_tick: 'proof',
  change_ticks: 'proof',
  changes: 'proof',
  exit_tick: 'proof',
  outcome: 'proof',
  paid: 'proof',
  earlier_ticks: 'proof',
  own: 'proof',
};

function stepsOf({ steps, isTrue, isOwn }: Judged): readonly StepReport<LogStep>[] {
  const own = isOwn ? 'passed' : 'failed';
  return [...steps, { step: 'own', state: isTrue ? own : 'open' }];
}

function isWhole({ steps }: Judged): boolean {
  return steps.every(({ state }) => state === 'passed');
}

/** An open step without a reason was not reached. */
function hasNote({ state, reason }: StepReport<LogStep>): boolean {
  return state === 'failed' || (state === 'open' && reason !== undefined);
}

/** The step passes also when no witness is required. */
function hasNoWitness({ step, state }: StepReport<LogStep>, { signed }: Judged): boolean {
  return step === 'witnesses' && state === 'passed' && !signed.some(({ key }) => key.type === 'witness');
}

/** The remaining trust assumptions. */
function signedText(signed: readonly Signed[], t: ReturnType<typeof useTranslation<'log'>>['t']): string {
  const namesOf = (type: Signed['key']['type']) =>
    [...new Set(signed.filter(({ key }) => key.type === type).map(({ key }) => key.name))].join(', ');
  const [names, witnesses] = [namesOf('log'), namesOf('witness')];
  return witnesses === '' ? t('signed.alone', { log: names }) : t('signed.witnessed', { log: names, witnesses });
}
