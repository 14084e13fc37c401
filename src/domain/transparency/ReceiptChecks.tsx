import { Download } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Signed } from '@halyard/contract/transparency/note';
import type { Policy } from '@halyard/contract/transparency/policy';
import type { StepReport, Verdict as StepsVerdict } from '@halyard/contract/transparency/steps';
import type log from '../../../locales/en/log.json';
import type { AppError } from '../../shared/api/appError.ts';
import { saveFile } from '../../shared/format/saveFile.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { CheckLines } from './CheckLines.tsx';
import styles from './Checks.module.css';
import { usePinnedPolicy } from './pinnedPolicy.ts';
import { useLogCheck } from './useLogCheck.ts';

/** Every step that any receipt has, and whether it is of what the page shows. */
export type LogStep = keyof (typeof log)['step'];

/** What became of a receipt, by whoever knows its kind. */
export type Judged = StepsVerdict<LogStep> & {
  readonly signed: readonly Signed[];
  /** Whether it says what the page shows: a true receipt of something else proves nothing here. */
  readonly isOwn: boolean;
};

type ReceiptChecksProps = {
  /** The query that brings the file. */
  receipt: { readonly currentData?: string | undefined; readonly error?: unknown; readonly refetch: () => unknown };
  /** What the receipt shows, for somebody who never heard of such a thing. */
  about: string;
  /** Of the file, without its ending. */
  name: string;
  judge: (file: string, policy: Policy) => Judged;
  /** Before that all is only made ready, so that it can be shown later without a network. */
  isShown: boolean;
};

/** Whether the public log holds what something was settled by: all of it computed here, from a file alone. */
export function ReceiptChecks({ receipt, about, name, judge, isShown }: ReceiptChecksProps) {
  const { t } = useTranslation('log');
  const file = receipt.currentData;
  const policy = usePinnedPolicy();
  const judged = useMemo(
    () => (isShown && file !== undefined && policy !== undefined ? judge(file, policy) : undefined),
    [isShown, file, policy, judge],
  );
  const isOfUnknownKey = judged?.steps.some(({ step, state }) => state === 'failed' && TO_DO[step] === 'keys') === true;
  // The log may have named a key since this device looked at it last.
  const look = useLogCheck(policy === undefined || isOfUnknownKey);
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
      return <ErrorState what={appErrorText(receipt.error as AppError)} onRetry={() => void receipt.refetch()} />;
    if (policy === undefined && look.hasRead === false && !look.isRunning)
      return <ErrorState what={errorText('NETWORK')} onRetry={look.start} />;
    if (file === undefined || judged === undefined || (isOfUnknownKey && look.isRunning)) return <Waiting />;
    return <Steps file={file} judged={judged} name={name} />;
  }
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
      <p role="status" className={isRight ? undefined : styles['wrong']}>
        {isRight ? `${t(isWhole(judged) ? 'right' : 'rightSoFar')} ${signedText(judged.signed, t)}` : t('wrong')}
      </p>
      <CheckLines
        checks={stepsOf(judged).map((report) => ({
          text: hasNoWitness(report, judged) ? t('noWitness') : t(`step.${report.step}`),
          verdict: report.state,
          ...(hasNote(report) && { note: <Note report={report} /> }),
        }))}
      />
      <SaveReceipt file={file} name={name} />
    </>
  );
}

function SaveReceipt({ file, name }: { file: string; name: string }) {
  const { t } = useTranslation(['log', 'forms']);
  async function save(): Promise<void> {
    const saved = await saveFile(new Blob([file], { type: 'application/json' }), `${name}.json`);
    if (saved.outcome === 'failed') showToast({ kind: 'error', text: errorText(saved.error.code) });
    // Whoever closed the share sheet knows that nothing was saved.
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

/** What a step means that failed or stays open, what to do about it, and where in the file it is. */
function Note({ report: { step, state, reason } }: { report: StepReport<LogStep> }) {
  const { t } = useTranslation('log');
  return (
    <>
      <p>{state === 'open' ? t('leftOpen') : `${t(`failed.${step}`)} ${t(`todo.${TO_DO[step]}`)}`}</p>
      {reason !== undefined && <code lang="en">{reason}</code>}
    </>
  );
}

/** What helps: another file, another word about the keys, or somebody who sees the proof. */
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

/** One that is open without a reason was only not come to. */
function hasNote({ state, reason }: StepReport<LogStep>): boolean {
  return state === 'failed' || (state === 'open' && reason !== undefined);
}

/** Where none is asked for the step is passed all the same. */
function hasNoWitness({ step, state }: StepReport<LogStep>, { signed }: Judged): boolean {
  return step === 'witnesses' && state === 'passed' && !signed.some(({ key }) => key.type === 'witness');
}

/** What is left to trust. */
function signedText(signed: readonly Signed[], t: ReturnType<typeof useTranslation<'log'>>['t']): string {
  const namesOf = (type: Signed['key']['type']) =>
    [...new Set(signed.filter(({ key }) => key.type === type).map(({ key }) => key.name))].join(', ');
  const [names, witnesses] = [namesOf('log'), namesOf('witness')];
  return witnesses === '' ? t('signed.alone', { log: names }) : t('signed.witnessed', { log: names, witnesses });
}
