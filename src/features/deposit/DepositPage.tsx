import { History, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { BankAccount, DepositChain, DepositChannel } from '@halyard/contract/deposits/calls';
import type { DepositId } from '@halyard/contract/ids';
import { isZero } from '@halyard/contract/money';
import { useGetDepositTermsQuery, usePageDepositsInfiniteQuery } from '../../domain/deposits/depositsApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { FormEnd } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { QrCode } from '../../shared/ui/QrCode.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { REVIEW_BADGES, StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { Steps } from '../../shared/ui/Steps.tsx';
import styles from './Deposit.module.css';
import { chainOf, channelOf, DepositLoading, useIsTest, useShownAddress } from './DepositParts.tsx';
import { DepositProgress } from './DepositStatus.tsx';

/** Deposit: the address or account, and everything to know before paying. */
export function DepositPage() {
  const { t } = useTranslation('deposit');
  const navigate = useNavigate();
  const { data: channels, error, refetch } = useGetDepositTermsQuery();
  const [query, setQuery] = useSearchParams();
  const channel = channelOf(channels, query);
  const chain = channel && chainOf(channel, query);
  const records = (
    <IconButton
      icon={<History aria-hidden />}
      label={t('records')}
      onClick={() => void navigate(paths.assetsRecord({ tab: 'deposits' }))}
    />
  );
  return (
    <Page header={<NavBar title={t('title')} actions={records} />}>
      {channels === undefined && <Unknown error={error as AppError | undefined} onRetry={() => void refetch()} />}
      {channels?.length === 0 && <EmptyState drawing="coins" text={t('none')} />}
      {channels !== undefined && channel !== undefined && (
        <Ways
          channels={channels}
          channel={channel}
          chain={chain}
          onChoose={(next) => setQuery(next, { replace: true })}
        />
      )}
    </Page>
  );
}

function Unknown({ error, onRetry }: { error: AppError | undefined; onRetry: () => void }) {
  return error === undefined ? <DepositLoading /> : <ErrorState error={error} onRetry={onRetry} />;
}

type WaysProps = {
  channels: readonly DepositChannel[];
  channel: DepositChannel;
  chain: DepositChain | undefined;
  /** Receives the page's new query. */
  onChoose: (query: Record<string, string>) => void;
};

function Ways({ channels, channel, chain, onChoose }: WaysProps) {
  const { t } = useTranslation('deposit');
  return (
    <div className={styles['stack']}>
      <Segmented
        label={t('channel')}
        value={String(channel.id)}
        onValueChange={(id) => onChoose({ channel: id })}
        options={channels.map(({ id, name, isBank }) => ({ value: String(id), label: isBank ? t('bank') : name }))}
      />
      <div className={styles['stack']}>
        {channel.bank !== null && (
          <BankWay channel={channel} account={channel.bank}>
            <DepositsUnderReview />
          </BankWay>
        )}
        {chain !== undefined && (
          <ChainWay
            channel={channel}
            chain={chain}
            onChoose={(name) => onChoose({ channel: String(channel.id), chain: name })}
          >
            <DepositsUnderReview />
          </ChainWay>
        )}
        <FormEnd>
          <ButtonLink to={paths.depositCharge({ channel: channel.id, chain: chain?.chain })}>
            {t(channel.isBank ? 'toReference' : 'toTransaction')}
          </ButtonLink>
        </FormEnd>
      </div>
    </div>
  );
}

/** The children follow what to know before paying. */
type WayProps = { channel: DepositChannel; children: ReactNode };

/** Bank deposit: the exchange's account, each part with a copy button. */
function BankWay({ channel, account, children }: WayProps & { account: BankAccount }) {
  const { t } = useTranslation('deposit');
  const isTest = useIsTest(channel) ?? true;
  const { bankName, accountNumber, holder, swift, bankAddress, reference } = account;
  return (
    <>
      <div data-side="start">
        {reference !== undefined && (
          <div className={styles['reference']}>
            <CopyRow label={t('reference')} value={reference} variant="large" />
            <p>{t('referenceHint')}</p>
          </div>
        )}
        <div>
          <CopyRow label={t('holder')} value={holder} variant="large" />
          <CopyRow label={t('accountNumber')} value={accountNumber} variant="large" />
          <CopyRow label={t('bankName')} value={bankName} variant="large" />
          {swift !== undefined && <CopyRow label={t('swift')} value={swift} variant="large" />}
          {bankAddress !== undefined && <CopyRow label={t('bankAddress')} value={bankAddress} variant="large" />}
        </div>
        {isTest && <Warning>{t('test.bank')}</Warning>}
      </div>
      <div data-side="end">
        <Terms channel={channel} unit="USD" own={{ label: t('rate'), value: t('rateValue') }} />
        <NextSteps
          first={t(isTest ? 'test.next' : 'next.bankOne')}
          second={t('next.bankTwo')}
          third={t('next.three')}
        />
        {children}
      </div>
    </>
  );
}

const UNDER_REVIEW_MAX = 2;

/** The user's deposits under review with their steps, in place, and those decided while the page is open. */
function DepositsUnderReview() {
  const { t } = useTranslation('deposit');
  const format = useFormat();
  const { data } = usePageDepositsInfiniteQuery({});
  const [watched, setWatched] = useState<readonly DepositId[]>([]);
  const rows = data?.pages[0] ?? [];
  const added = rows.filter(({ id, status }) => status === 'pending' && !watched.includes(id));
  if (added.length > 0) setWatched([...watched, ...added.map(({ id }) => id)]);
  const shown = rows.filter(({ id }) => watched.includes(id)).slice(0, UNDER_REVIEW_MAX);
  return shown.map((deposit) => (
    <Card key={deposit.id}>
      <section aria-label={t('status.title')} className={styles['progress']}>
        <Link to={paths.depositCharge({ id: deposit.id })} className={styles['progressHead']}>
          <span className={styles['declared']}>
            <b>
              <Num kind="amount" value={deposit.amount} unit={deposit.settlement ?? deposit.channel} />
            </b>
            <span className={styles['note']}>
              {[
                deposit.chain == null ? t('bank') : `${deposit.channel} · ${deposit.chain}`,
                format.moment(Date.parse(deposit.at ?? deposit.createdAt), 'dayMinute'),
              ].join(' · ')}
            </span>
          </span>
          <StatusBadge status={REVIEW_BADGES[deposit.status]} />
        </Link>
        {deposit.status === 'pending' ? (
          // In a line: the card stays low.
          <Steps
            label={t('status.progress')}
            steps={[t('status.submitted'), t('status.pending'), t('status.passed')]}
            current={1}
          />
        ) : (
          <DepositProgress deposit={deposit} />
        )}
      </section>
    </Card>
  ));
}

type ChainWayProps = WayProps & { chain: DepositChain; onChoose: (chain: string) => void };

/** Chain deposit: the user's own address, and the coins accepted there. */
function ChainWay({ channel, chain, onChoose, children }: ChainWayProps) {
  const { t } = useTranslation('deposit');
  const { name: coin } = channel;
  const isTest = useIsTest(channel) ?? true;
  const address = useShownAddress(chain.address, isTest);
  return (
    <>
      <div data-side="start">
        <div className={styles['network']}>
          <span aria-hidden="true">{t('chain')}</span>
          <Segmented
            label={t('chain')}
            value={chain.chain}
            onValueChange={onChoose}
            options={channel.chains.map((open) => ({ value: open.chain, label: open.chain }))}
          />
        </div>
        <CopyRow label={t('address', { coin })} value={address} variant="whole" />
        <Warning>{isTest ? t('test.warning') : t('warning', { coin, chain: chain.chain })}</Warning>
        <div className={styles['qr']}>
          <QrCode
            value={address}
            label={t('qr', { coin, chain: chain.chain })}
            fileName={`${coin}-${chain.chain}-${isTest ? 'test-send-nothing' : 'deposit'}`}
          />
        </div>
      </div>
      <div data-side="end">
        <Terms
          channel={channel}
          unit={coin}
          own={{ label: t('confirmations'), value: chain.confirmations === 0 ? '—' : String(chain.confirmations) }}
        />
        <NextSteps
          first={isTest ? t('test.next') : t('next.one', { coin })}
          second={t('next.two')}
          third={
            isTest || chain.confirmations === 0
              ? t('next.three')
              : t('next.threeConfirmed', { count: chain.confirmations })
          }
        />
        {children}
      </div>
    </>
  );
}

function Warning({ children }: { children: string }) {
  return (
    <p className={styles['warning']} role="note">
      <TriangleAlert aria-hidden />
      {children}
    </p>
  );
}

type TermsProps = { channel: DepositChannel; unit: string; own: { label: string; value: string } };

/** Conditions of a channel; a legacy server, which sends no minimum, may take a fee. */
function Terms({ channel: { min, places }, unit, own }: TermsProps) {
  const { t } = useTranslation('deposit');
  const isKnown = !isZero(min);
  return (
    <KeyValue
      items={[
        { label: t('min'), value: <Num kind="amount" value={isKnown ? min : undefined} places={places} unit={unit} /> },
        { label: t('fee'), value: isKnown ? t('noFee') : '—' },
        own,
        { label: t('credited'), value: t('spot') },
        { label: t('review'), value: t('reviewNote') },
      ]}
    />
  );
}

/** All steps after this screen. */
function NextSteps({ first, second, third }: Readonly<Record<'first' | 'second' | 'third', string>>) {
  const { t } = useTranslation('deposit');
  return (
    <section>
      <h2 className={styles['heading']}>{t('next.title')}</h2>
      <ol className={styles['steps']}>
        <li>{first}</li>
        <li>{second}</li>
        <li>{third}</li>
      </ol>
    </section>
  );
}
