import type { SimulatedSeries } from '@halyard/contract/transparency/simulatedDay';
import { CircleCheck, CircleDashed, ShieldAlert } from 'lucide-react';
import { useEffect, useState, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleDocument } from '@halyard/contract/transparency/figureCalls';
import type { DayPlaces } from '../../domain/transparency/dayReader.ts';
import { forgetPin, noteFindingSeen, useLogPin, type Finding, type LogPin } from '../../domain/transparency/logPin.ts';
import {
  useGetRulesQuery,
  useGetLogWitnessesQuery,
  toolFile,
  useGetFairnessSummaryQuery,
} from '../../domain/transparency/publicLogApi.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { Button, buttonClass, ButtonLink } from '../../shared/ui/Button.tsx';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { Progress } from '../../shared/ui/Progress.tsx';
import { Answered, Part, useAgo, useCount, SaveText } from './Part.tsx';
import styles from './Fairness.module.css';
import { House, Liabilities, Results } from './PublishedFigures.tsx';
import { useLogCheck, CheckLines, type LogCheck, type Verdict } from '../../domain/transparency/CheckLines.tsx';
import type { LogWitness } from '@halyard/contract/transparency/calls';
import type { ComparedRoot } from '../../domain/transparency/comparedRoot.ts';

const PROMISED = ['ticks', 'histories', 'terms', 'outcome', 'simulated', 'balances', 'restore'] as const;

const OPEN = ['ahead', 'sources', 'late', 'users', 'reserves', 'leaks', 'app'] as const;

/** Everything that users can verify about the exchange, and how; an alarm when this device found a violation. */
export function FairnessPage() {
  const { t } = useTranslation('fairness');
  const pin = useLogPin();
  const check = useLogCheck(true);
  return (
    <Page header={<NavBar title={t('title')} />} isReading>
      <div className={styles['screen']}>
        {pin?.finding !== undefined && <Alarm pin={pin} finding={pin.finding} />}
        <section className={styles['lead']}>
          {(['grows', 'checked', 'computed'] as const).map((sentence) => (
            <p key={sentence}>{t(`lead.${sentence}`)}</p>
          ))}
        </section>
        {pin?.finding === undefined && <LogStatus pin={pin} check={check} />}
        {pin !== undefined && <KnownLog key={pin.note} pin={pin} />}
        <Promises />
        <Witnesses />
        <Liabilities pin={pin} />
        <RevealedDay pin={pin} />
        <Results />
        <House />
        <Rules />
        <Tool />
        <ButtonLink kind="ghost" to={paths.helpDetail({ slug: 'how-settlement-is-checked' })}>
          {t('help')}
        </ButtonLink>
      </div>
    </Page>
  );
}

/** Result of this device's last check of the log. */
function LogStatus({ pin, check: { isRunning, hasRead, start } }: { pin: LogPin | undefined; check: LogCheck }) {
  const { t } = useTranslation('fairness');
  const ago = useAgo();
  // The first sight of the log has nothing to compare with.
  const isGood = pin !== undefined && hasRead !== false && pin.atMs !== pin.firstAtMs;
  const Icon = isGood ? CircleCheck : CircleDashed;
  return (
    <section className={styles['status']} data-good={isGood || undefined}>
      <Icon aria-hidden />
      <p role="status">{text()}</p>
      <Button kind="ghost" size="small" isLoading={isRunning} onClick={start}>
        {t('check')}
      </Button>
    </section>
  );

  function text(): string {
    if (pin === undefined) return t(isRunning || hasRead === undefined ? 'status.checking' : 'status.unread');
    const when = { ago: ago(pin.atMs) };
    if (hasRead === false) return t('status.old', when);
    return t(pin.atMs === pin.firstAtMs ? 'status.first' : 'status.good', when);
  }
}

/** Properties that users can verify, and those that are not proven. */
function Promises() {
  const { t } = useTranslation('fairness');
  return (
    <>
      <Part title={t('promised.title')}>
        <ul className={styles['list']}>
          {PROMISED.map((line) => (
            <li key={line}>{t(`promised.${line}`)}</li>
          ))}
        </ul>
      </Part>
      <Part title={t('open.title')}>
        <ul className={styles['list']}>
          {OPEN.map((line) => (
            <li key={line}>{t(`open.${line}`)}</li>
          ))}
        </ul>
      </Part>
    </>
  );
}

/** For users who do not trust this app: the verification tool and its hash. */
function Tool() {
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
          {hash !== undefined && <CopyRow label={t('tool.hash')} value={hash} variant="whole" />}
        </>
      )}
    </Part>
  );
}

/** Null when there is no tool; undefined until known. */
function useToolHash(): string | null | undefined {
  const [hash, setHash] = useState<string | null>();
  useEffect(() => {
    const stop = new AbortController();
    toolFile.readHash(stop.signal).then(setHash, () => undefined);
    return () => stop.abort();
  }, []);
  return hash;
}

/** The rules of settlement, with their earlier versions. */
function Rules() {
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

function Rule({ document: { name, version, sha256, loggedAt, index, text } }: { document: RuleDocument }) {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const count = useCount();
  const time = format.moment(Date.parse(loggedAt), 'dateMinute');
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

/** A violation of the log: what was found, and the file as evidence. */
function Alarm({ pin, finding }: { pin: LogPin; finding: Finding }) {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const count = useCount();
  const [isForgetting, setForgetting] = useState(false);
  useEffect(noteFindingSeen, []);
  const entries = (size: number) => t('alarm.entries', { size: count(size) });
  return (
    <section role="alert" className={styles['alarm']}>
      <h2>
        <ShieldAlert aria-hidden />
        {t('alarm.title')}
      </h2>
      <p>{t(`alarm.${finding.kind}`)}</p>
      <KeyValue
        items={[
          { label: t('alarm.before'), value: entries(pin.size) },
          { label: t('alarm.now'), value: entries(finding.size) },
          { label: t('alarm.found'), value: format.moment(finding.atMs, 'dateMinute') },
        ]}
      />
      <p>{t('alarm.calm')}</p>
      <p>{t(finding.isEvidence ? 'alarm.evidence' : 'alarm.notes')}</p>
      <SaveText {...finding.file} label={t(finding.isEvidence ? 'alarm.save' : 'saveNotes')} kind="primary" />
      <Button kind="quiet" size="small" onClick={() => setForgetting(true)}>
        {t('alarm.forget')}
      </Button>
      <ConfirmSheet
        isOpen={isForgetting}
        onOpenChange={setForgetting}
        title={t('alarm.forget')}
        description={t('alarm.forgetText')}
        confirmLabel={t('alarm.forgetAction')}
        onConfirm={forgetPin}
      />
    </section>
  );
}

/** The log as this device knows it, and a value to compare with others. */
function KnownLog({ pin }: { pin: LogPin }) {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const count = useCount();
  const compared = useComparedRoot(pin.note);
  return (
    <Part title={t('log.title')}>
      {pin.before !== undefined && <p className={styles['text']}>{t('log.met', { origin: pin.before.origin })}</p>}
      <KeyValue
        items={[
          { label: t('log.size'), value: count(pin.size) },
          { label: t('log.first'), value: format.moment(pin.firstAtMs, 'dateMinute') },
        ]}
      />
      {compared !== undefined && (
        <div className={styles['compare']}>
          <span className={styles['soft']}>{t('log.letters', { size: count(compared.size) })}</span>
          <b className={styles['letters']}>{compared.letters}</b>
          <p className={styles['soft']}>{t('log.compareText', { size: count(compared.size) })}</p>
        </div>
      )}
      {pin.vkeys.map((vkey) => (
        <CopyRow key={vkey} label={t('log.key')} value={vkey} variant="whole" />
      ))}
    </Part>
  );
}

/** Undefined until read, and when it cannot be read. */
function useComparedRoot(note: string): ComparedRoot | undefined {
  const [compared, setCompared] = useState<ComparedRoot>();
  useEffect(() => {
    const stop = new AbortController();
    const read = async () => {
      const [{ comparedRoot }, { remoteLog }] = await Promise.all([
        import('../../domain/transparency/comparedRoot.ts'),
        import('../../domain/transparency/remoteLog.ts'),
      ]);
      const root = await comparedRoot(note, remoteLog(stop.signal));
      if (!stop.signal.aborted) setCompared(root);
    };
    read().catch(() => undefined);
    return () => stop.abort();
  }, [note]);
  return compared;
}

/** Witnesses that cosign the log's growth, with their last cosignature. */
function Witnesses() {
  const { t } = useTranslation('fairness');
  const lineOf = useLine();
  return (
    <Part title={t('witnesses.title')}>
      <Answered query={useGetLogWitnessesQuery()}>
        {({ witnesses, isRequired }) =>
          witnesses.length === 0 ? (
            <p className={styles['text']}>{t('witnesses.none')}</p>
          ) : (
            <>
              <KeyValue items={witnesses.map(lineOf)} />
              {isRequired && <p className={styles['soft']}>{t('witnesses.required')}</p>}
            </>
          )
        }
      </Answered>
    </Part>
  );
}

function useLine() {
  const { t } = useTranslation('fairness');
  const ago = useAgo();
  const count = useCount();
  return ({ name, state, size, cosignedAtMs }: LogWitness) => ({
    label: name,
    value: (
      <span className={styles['lines']}>
        <span className={state === 'conflict' ? styles['wrong'] : undefined}>{t(`witnesses.state.${state}`)}</span>
        <span className={styles['soft']}>
          {size === null || cosignedAtMs === null
            ? t('witnesses.never')
            : t('witnesses.row', { size: count(size), ago: ago(cosignedAtMs) })}
        </span>
      </span>
    ),
    hasOwnLine: true,
  });
}

/** The last completed day of simulated prices, with its revealed key. */
function RevealedDay({ pin }: { pin: LogPin | undefined }) {
  const { t } = useTranslation('fairness');
  return (
    <Part title={t('day.title')}>
      <Answered query={useGetFairnessSummaryQuery()}>
        {({ seed, revealed }) =>
          seed === null || revealed === null ? (
            <p className={styles['text']}>{t('day.none')}</p>
          ) : (
            <>
              <KeyValue items={[{ label: t('day.day'), value: revealed.day }]} />
              <CopyRow label={t('day.key')} value={revealed.key} />
              {pin !== undefined && (
                <Recompute
                  note={pin.note}
                  places={{ day: revealed.day, seedIndex: seed.index, revealIndex: revealed.index }}
                />
              )}
            </>
          )
        }
      </Answered>
    </Part>
  );
}

function Recompute({ note, places }: { note: string; places: DayPlaces }) {
  const { t } = useTranslation('fairness');
  const { share, series, hasFailed, start, stop } = useRecompute(note, places);
  return (
    <>
      <p className={styles['text']}>{t('day.explain')}</p>
      {series !== undefined && <Series series={series} />}
      {hasFailed && <p role="alert">{t('day.failed')}</p>}
      {share === undefined ? (
        <Button kind="ghost" size="small" onClick={start}>
          {t('day.start')}
        </Button>
      ) : (
        <>
          <Progress label={t('day.progress')} share={share} />
          <Button kind="ghost" size="small" onClick={stop}>
            {t('day.stop')}
          </Button>
        </>
      )}
    </>
  );
}

function Series({ series }: { series: readonly SimulatedSeries[] }) {
  const { t } = useTranslation('fairness');
  const count = useCount();
  if (series.length === 0) return <p role="status">{t('day.nothing')}</p>;
  return <CheckLines checks={series.map((one) => ({ text: textOf(one), verdict: verdictOf(one) }))} />;

  function textOf({ market, recomputed, unfixed, fault, open }: SimulatedSeries): string {
    if (fault !== undefined) return t('day.wrong', { market, seq: count(fault.seq), index: count(fault.index) });
    if (open !== undefined) return t('day.open', { market });
    if (unfixed === 0) return t('day.right', { market, n: count(recomputed) });
    return t('day.partly', { market, n: count(recomputed), unfixed: count(unfixed) });
  }
}

function verdictOf({ fault, open }: SimulatedSeries): Verdict {
  if (fault !== undefined) return 'failed';
  return open === undefined ? 'passed' : 'unknown';
}

/** Recomputes a day; aborted when the page is left. `share` is the progress. */
function useRecompute(note: string, places: DayPlaces) {
  const [share, setShare] = useState<number>();
  const [series, setSeries] = useState<readonly SimulatedSeries[]>();
  const [hasFailed, setFailed] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (signal: AbortSignal) => {
    const [{ recomputeDay }, { remoteLog }] = await Promise.all([
      import('../../domain/transparency/dayReader.ts'),
      import('../../domain/transparency/remoteLog.ts'),
    ]);
    return recomputeDay({ note, remote: remoteLog(signal), places, signal, onProgress: setShare });
  };
  const start = () => {
    const controller = new AbortController();
    running.current = controller;
    setShare(0);
    setSeries(undefined);
    setFailed(false);
    run(controller.signal)
      .then(setSeries, () => setFailed(!controller.signal.aborted))
      .finally(() => setShare(undefined));
  };
  const stop = () => running.current?.abort();
  return { share, series, hasFailed, start, stop };
}
