import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import type { Decimal } from '@halyard/contract/money';
import { PRODUCTS } from '@halyard/contract/products';
import type { AnnouncedTake, HouseSide, WinShare } from '@halyard/contract/transparency/figureCalls';
import type { User } from '@halyard/contract/user/calls';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { CheckLines, type Verdict } from '../../domain/transparency/CheckLines.tsx';
import type { LogPin } from '../../domain/transparency/logPin.ts';
import type { OwnLeaf } from '../../domain/transparency/ownLeaf.ts';
import {
  useGetFairnessSummaryQuery,
  useGetLiabilityTotalsQuery,
  useGetStatisticsQuery,
} from '../../domain/transparency/publicLogApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { loadChunk } from '../../shared/pwa/chunkRecovery.ts';
import { useAppSelector, useAppDispatch } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import styles from './Fairness.module.css';
import { Answered, Part, useCount, SaveText } from './Part.tsx';

/** Results of all users' options, compared with theory. */
export function Results() {
  const { t } = useTranslation('fairness');
  const rowOf = useRow();
  const count = useCount();
  return (
    <Part title={t('results.title')}>
      <Answered query={useGetStatisticsQuery()}>
        {({ days, shares }) =>
          shares.length === 0 ? (
            <p className={styles['text']}>{t('results.none')}</p>
          ) : (
            <>
              <p className={styles['soft']}>{t('results.explain', { n: count(days.length) })}</p>
              <KeyValue items={shares.map(rowOf)} />
            </>
          )
        }
      </Answered>
    </Part>
  );
}

function useRow() {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const count = useCount();
  return ({ kind, direction, won, lost, tied, void: voided, share, expected, deviations }: WinShare) => ({
    label: `${t(`product.${kind}`)}, ${t(`direction.${direction}`)}`,
    value: (
      <span className={styles['lines']}>
        <span>
          {t('results.row', {
            won: count(won),
            all: count(won + lost + tied),
            share: share === null ? '—' : format.percent(share),
          })}
        </span>
        <span className={styles['soft']}>
          {expected === null
            ? t('results.noTheory')
            : t('results.expected', {
                share: format.percent(expected),
                deviations: deviations === null ? '—' : format.pnl(deviations, 2),
              })}
        </span>
        <span className={styles['soft']}>
          {t('results.ended', { lost: count(lost), tied: count(tied), void: count(voided) })}
        </span>
      </span>
    ),
    hasOwnLine: true,
  });
}

/** The capital behind options and futures, and its limits. */
export function House() {
  const { t } = useTranslation('fairness');
  return (
    <Part title={t('house.title')}>
      <Answered query={useGetFairnessSummaryQuery()}>
        {({ house, takes = [] }) => (
          <>
            <p className={styles['text']}>{t(house.length === 0 ? 'house.none' : 'house.explain')}</p>
            {house.map((side) => (
              <Side key={`${side.kind} ${side.currency}`} side={side} />
            ))}
            {takes.length > 0 && <Takes takes={takes} />}
          </>
        )}
      </Answered>
    </Part>
  );
}

function Side({ side }: { side: HouseSide }) {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const { kind, currency, capital, setAside, atRisk, most, shares, insurance } = side;
  const amount = (value: Decimal) => `${format.amount(value, 2)} ${currency}`;
  return (
    <>
      <h3>{t(`product.${kind}`)}</h3>
      <KeyValue
        items={[
          { label: t('house.capital'), value: amount(capital) },
          { label: t('house.setAside'), value: amount(setAside) },
          { label: t('house.atRisk'), value: amount(atRisk) },
          { label: t('house.most'), value: `${format.percent(shares.all)} · ${amount(most)}` },
          { label: t('house.order'), value: format.percent(shares.order) },
          { label: t('house.user'), value: format.percent(shares.user) },
          { label: t('house.side'), value: format.percent(shares.side) },
          ...(insurance === null ? [] : [{ label: t('house.insurance'), value: amount(insurance) }]),
        ]}
      />
    </>
  );
}

const ACCOUNTS = PRODUCTS.flatMap(({ capital }) => capital.map(({ account }) => account));

/** Capital that the operator takes out, and when. */
function Takes({ takes }: { takes: readonly AnnouncedTake[] }) {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const items = takes.map(({ account, currency, amount, dueAt }) => {
    const known = ACCOUNTS.find((one) => one === account);
    return {
      label: `${known === undefined ? account : t(`account.${known}`)} · ${format.amount(amount, 8, 0)} ${currency}`,
      value: format.moment(Date.parse(dueAt), 'dateMinute'),
    };
  });
  return (
    <>
      <h3>{t('house.takes')}</h3>
      <p className={styles['soft']}>{t('house.takesExplain')}</p>
      <KeyValue items={items} />
    </>
  );
}

/** The total liability to users, and the user's own part. */
export function Liabilities({ pin }: { pin: LogPin | undefined }) {
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

type Result = OwnLeaf | { readonly error: AppError };

const VERDICTS = { passed: 'passed', failed: 'failed', open: 'unknown' } as const satisfies Record<string, Verdict>;

/** Whether the user's own balances are in the totals, step by step. */
function OwnPart({ pin, user }: { pin: LogPin; user: User }) {
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
  return <ErrorState error={error} />;
}

function Lines({ leaf }: { leaf: OwnLeaf }) {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const { steps, isTrue, newestMs, loggedMs, contact, file, currencies } = leaf;
  const time = format.moment(loggedMs, 'dateMinute');
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
