import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { Image, Share2 } from 'lucide-react';
import { useState } from 'react';
import { noParameters } from '@halyard/contract/codec';
import { decimal, multiply } from '@halyard/contract/money';
import {
  linkOf,
  REBATES_CSV_PATH,
  type CurrencyValue,
  type Invitation,
  type Rebate,
} from '@halyard/contract/referral/calls';
import { rebateOf } from '@halyard/contract/referral/rebates';
import { useHiddenBalances } from '../../domain/preferences/usePreferences.ts';
import {
  useSetRankedMutation,
  useInvitation,
  useFriends,
  useRanking,
  useRebates,
  type FriendRow,
  type RankedRow,
} from '../../domain/referral/referralApi.ts';
import { createDownload } from '../../shared/api/downloadFile.ts';
import { Num } from '../../shared/format/Num.tsx';
import { saveFile } from '../../shared/format/saveFile.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { Button } from '../../shared/ui/Button.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { PagedList } from '../../shared/ui/InfiniteList.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { SaveFile } from '../../shared/ui/SaveFile.tsx';
import { SidesLoading } from '../../shared/ui/SidesLoading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import { Tabs } from '../../shared/ui/Tabs.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Referral.module.css';

const EXAMPLE_FEES = decimal('100');

const PERCENT = decimal('0.01');

const PLACES = 8;

/** Referral: the user's code, its rates, and its results. */
export function ReferralPage() {
  const { t } = useTranslation(['referral', 'shell']);
  const { invitation, error, retry, asOfMs } = useInvitation();
  return (
    <Page header={<NavBar title={t('titles.promotion', { ns: 'shell' })} />}>
      {error !== undefined && <ErrorState error={error} onRetry={retry} />}
      {invitation === undefined && error === undefined && <SidesLoading start={[212, 120]} end={[96, 180]} />}
      {invitation !== undefined && (
        <div className={styles['stack']}>
          <AsOf atMs={asOfMs} />
          <div data-side="start">
            {invitation.hidesIncentives ? (
              <p className={styles['note']}>{t('hidden')}</p>
            ) : (
              <Inviting {...invitation} />
            )}
          </div>
          <div data-side="end">
            <RebateFigures invitation={invitation} />
            <ReferralViews invitation={invitation} />
          </div>
        </div>
      )}
    </Page>
  );
}

function Inviting(invitation: Invitation) {
  return (
    <>
      <CodeCard invitation={invitation} />
      <Rates invitation={invitation} />
    </>
  );
}

/** Paid, upcoming and waiting rebates. */
function RebateFigures({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('referral');
  const format = useFormat();
  const { hidesBalances } = useHiddenBalances();
  const { paid, paidWorth, due, waiting, nextPaymentAt } = invitation;
  // The total would repeat it.
  const isInUsdt = paid.length === 1 && paid[0]?.currency === 'USDT';
  return (
    <section>
      <h2 className={styles['head']}>{t('money.title')}</h2>
      <KeyValue
        items={[
          ...(isInUsdt
            ? []
            : [
                {
                  label: t('money.total'),
                  value: <Num kind="amount" value={paidWorth} places={PLACES} unit="USDT" isMasked={hidesBalances} />,
                },
              ]),
          ...(paid.length === 0 ? [] : [{ label: t('money.paid'), value: <Amounts values={paid} /> }]),
          {
            label: t('money.due', { time: format.moment(Date.parse(nextPaymentAt), 'dayMinute') }),
            value: <Amounts values={due} />,
          },
          { label: t('money.waiting'), value: <Amounts values={waiting} /> },
        ]}
      />
      {waiting.length > 0 && (
        <p className={styles['note']}>
          {t('money.explain')}{' '}
          <Link to={paths.verification()} className={styles['link']}>
            {t('money.verify')}
          </Link>
        </p>
      )}
    </section>
  );
}

/** One per line; an empty list means zero. */
function Amounts({ values }: { values: readonly CurrencyValue[] }) {
  const { t } = useTranslation('referral');
  const { hidesBalances } = useHiddenBalances();
  if (values.length === 0) return <span>{t('money.none')}</span>;
  return (
    <span className={styles['amounts']}>
      {values.map(({ currency, value }) => (
        <Num key={currency} kind="amount" value={value} places={PLACES} unit={currency} isMasked={hidesBalances} />
      ))}
    </span>
  );
}

/** Rebate rates of each level, with an example. */
function Rates({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('referral');
  const format = useFormat();
  const { first, second, third, generations, next } = invitation;
  const percent = (rate: typeof first) => format.rate(multiply(rate, PERCENT));
  const rows = [
    ['generation.first', first],
    ['generation.second', second],
    ['generation.third', third],
  ] as const;
  return (
    <section>
      <h2 className={styles['head']}>{t('rates.title')}</h2>
      <p className={styles['note']}>{t('rates.explain')}</p>
      <table className={styles['rates']}>
        <thead>
          <tr>
            <th scope="col">{t('rates.whose')}</th>
            <th scope="col">{t('rates.people')}</th>
            <th scope="col">{t('rates.rate')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([text, rate], place) => (
            <tr key={text}>
              <th scope="row">{t(text)}</th>
              <td>
                <Num kind="amount" value={decimal(String(generations[place] ?? 0))} places={0} />
              </td>
              <td>{percent(rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles['note']}>
        {t('rates.example', {
          fees: format.amount(EXAMPLE_FEES, 2),
          value: format.amount(rebateOf(EXAMPLE_FEES, first), 2),
        })}
      </p>
      {next !== null && (
        <p className={styles['note']}>
          {t('rates.next', {
            date: format.moment(Date.parse(next.from), 'date', 'utc'),
            rates: [next.first, next.second, next.third].map(percent).join(' / '),
          })}
        </p>
      )}
    </section>
  );
}

/** The referral code, its link, and a poster of both. */
function CodeCard({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('referral');
  const { invitationCode } = invitation;
  const link = ownLink(invitation);
  const poster = usePoster(invitationCode, link);
  return (
    <Card isHero>
      {invitation.identity === 'partner' && <p className={styles['badge']}>{t('partner')}</p>}
      <div className={styles['code']}>
        <CopyRow label={t('code')} value={invitationCode} variant="whole" />
      </div>
      <CopyRow label={t('link')} value={link} variant="whole" />
      <div className={styles['actions']}>
        {canShare() && (
          <Button onClick={() => void shareLink(t('poster.say'), link)}>
            <Share2 aria-hidden />
            {t('share')}
          </Button>
        )}
        <Button kind={canShare() ? 'ghost' : 'primary'} isLoading={poster.isDrawing} onClick={poster.save}>
          <Image aria-hidden />
          {t('poster.save')}
        </Button>
      </div>
    </Card>
  );
}

function canShare(): boolean {
  return typeof (navigator as Partial<Navigator>).share === 'function';
}

// Closing the sheet is a decision; the link can still be copied.
async function shareLink(text: string, url: string): Promise<void> {
  await navigator.share({ text, url }).catch(() => undefined);
}

/**
 * The registration link of a referral. Absolute: when the exchange does not know its own address, the app's origin is
 * used.
 */
function ownLink(invitation: Pick<Invitation, 'shareUrl' | 'invitationCode'>): string {
  return new URL(linkOf(invitation), window.location.href).href;
}

/** Draws and saves the referral poster. */
function usePoster(code: string, link: string) {
  const { t } = useTranslation('referral');
  const [isDrawing, setDrawing] = useState(false);
  const save = async () => {
    setDrawing(true);
    const outcome = await draw({ say: t('poster.say'), scan: t('poster.scan'), code, link });
    setDrawing(false);
    if (outcome === 'failed') showToast({ kind: 'error', text: errorText('PICTURE_SAVE_FAILED') });
    if (outcome === 'downloaded') showToast({ kind: 'success', text: t('poster.saved') });
  };
  return { isDrawing, save: () => void save() };
}

type Texts = { readonly say: string; readonly scan: string; readonly code: string; readonly link: string };

async function draw(texts: Texts) {
  try {
    const [{ drawPoster }, { readTheme }] = await Promise.all([
      import('./poster.ts'),
      import('../../shared/charts/chartTheme.ts'),
    ]);
    const picture = await drawPoster(texts, readTheme());
    return (await saveFile(picture, `halyard-${texts.code}.png`)).outcome;
  } catch {
    return 'failed';
  }
}

const downloadRebates = createDownload(REBATES_CSV_PATH, 'rebates.csv', noParameters);

const VIEWS = ['rebates', 'friends', 'ranking'] as const;

/** Rebates, friends, and the ranking where it is shown. */
function ReferralViews({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('referral');
  const [query, setQuery] = useSearchParams();
  const views = VIEWS.filter((view) => view !== 'ranking' || !invitation.hidesIncentives);
  const view = views.find((one) => one === query.get('view')) ?? 'rebates';
  const contents = {
    rebates: <Rebates />,
    friends: <Friends />,
    ranking: <Ranking isRanked={invitation.isRanked} />,
  };
  return (
    <Tabs
      label={t('view.label')}
      value={view}
      onValueChange={(next) => setQuery({ view: next }, { replace: true })}
      items={views.map((value) => ({ value, label: t(`view.${value}`), content: contents[value] }))}
    />
  );
}

function Rebates() {
  const { t } = useTranslation('referral');
  const list = useRebates();
  return (
    <PagedList
      label={t('view.rebates')}
      list={list}
      head={<RebatesHead asOfMs={list.asOfMs} isEmpty={list.rows === undefined || list.rows.length === 0} />}
      renderItem={(rebate) => <RebateRow rebate={rebate} />}
      skeleton={<RowLoading />}
      empty={<EmptyState text={t('rebates.empty')} />}
    />
  );
}

function RebatesHead({ asOfMs, isEmpty }: { asOfMs: number | undefined; isEmpty: boolean }) {
  return (
    <>
      <AsOf atMs={asOfMs} />
      {!isEmpty && (
        <div className={styles['tools']}>
          <SaveFile file={downloadRebates({})} />
        </div>
      )}
    </>
  );
}

function RebateRow({ rebate }: { rebate: Rebate }) {
  const { t } = useTranslation('referral');
  const format = useFormat();
  const { hidesBalances } = useHiddenBalances();
  const { from, value, currency, day, fees, rate } = rebate;
  return (
    <div className={styles['row']}>
      <span className={styles['words']}>
        <span>{from}</span>
        <span className={styles['soft']}>
          {t('rebates.of', {
            rate: format.rate(multiply(rate, PERCENT)),
            fees: format.amountOf(fees, currency),
            currency,
          })}
        </span>
      </span>
      <span className={styles['end']}>
        <Num kind="amount" value={value} unit={currency} isMasked={hidesBalances} />
        <time className={styles['soft']} dateTime={day}>
          {format.moment(Date.parse(day), 'date', 'utc')}
        </time>
      </span>
    </div>
  );
}

function Friends() {
  const { t } = useTranslation('referral');
  return (
    <PagedList
      label={t('view.friends')}
      list={useFriends()}
      renderItem={(friend) => <FriendLine friend={friend} />}
      skeleton={<RowLoading />}
      empty={<EmptyState text={t('friends.empty')} />}
    />
  );
}

function FriendLine({ friend: { account, time } }: { friend: FriendRow }) {
  const format = useFormat();
  return (
    <div className={styles['row']}>
      <span className={styles['words']}>{account}</span>
      <time className={styles['soft']} dateTime={time}>
        {format.moment(Date.parse(time), 'dateSecond')}
      </time>
    </div>
  );
}

function RowLoading() {
  return (
    <div className={styles['row']}>
      <Skeleton width="70%" />
    </div>
  );
}

/** The ten users with the largest rebates, masked, and the opt-out. */
function Ranking({ isRanked }: { isRanked: boolean }) {
  const { t } = useTranslation('referral');
  const { ranking, error, retry, asOfMs } = useRanking();
  const [setRanked, { isLoading, originalArgs }] = useSetRankedMutation();
  return (
    <div>
      <AsOf atMs={asOfMs} />
      <Switch
        label={t('ranking.show')}
        isOn={isLoading ? originalArgs === true : isRanked}
        onChange={(isOn) => void setRanked(isOn)}
      />
      <p className={styles['note']}>{t('ranking.explain')}</p>
      {error !== undefined && <ErrorState error={error} onRetry={retry} />}
      {ranking === undefined && error === undefined && <Skeleton shape="block" height={52} />}
      {ranking?.length === 0 && <EmptyState text={t('ranking.empty')} />}
      {ranking !== undefined && ranking.length > 0 && (
        <ol className={styles['ranking']}>
          {ranking.map((ranked) => (
            <RankedLine key={ranked.place} ranked={ranked} />
          ))}
        </ol>
      )}
    </div>
  );
}

function RankedLine({ ranked: { place, account, total, userId } }: { ranked: RankedRow }) {
  const { t } = useTranslation('referral');
  return (
    <li className={styles['row']}>
      <span className={styles['place']}>{place}</span>
      <span className={styles['words']}>
        <span>
          {account}
          {userId !== 0 && <span className={styles['badge']}>{t('ranking.you')}</span>}
        </span>
      </span>
      <Num kind="amount" value={total} places={2} unit="USDT" />
    </li>
  );
}
