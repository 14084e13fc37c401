import {
  Bell,
  BellPlus,
  CircleCheck,
  Download,
  FileText,
  LogIn,
  LogOut as LogOutIcon,
  ShieldCheck,
  UserRound,
  Coins,
  Languages,
  Check,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOCALES } from '@halyard/contract/languages';
import { PREFERENCE_NAMES } from '@halyard/contract/user/preferenceCalls';
import { InstallSteps } from '../../domain/install/InstallSteps.tsx';
import { useInstallWay } from '../../domain/install/useInstallWay.ts';
import { LANGUAGE_NAMES } from '../../domain/preferences/languageNames.ts';
import { FUTURES_THEMES, PRICE_COLOURS, type PriceColours, THEMES } from '../../domain/preferences/preferencesSlice.ts';
import {
  useOrderConfirmation,
  useOwnPreference,
  useLanguage,
  usePriceColours,
  useTheme,
  useTotalUnit,
} from '../../domain/preferences/usePreferences.ts';
import { selectIsLoggedIn, selectUser } from '../../domain/session/sessionSlice.ts';
import { useLogOut } from '../../domain/session/useLogOut.ts';
import { COMMIT, VERSION } from '../../shared/config/version.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useLoginPath } from '../../shared/navigation/useBack.ts';
import { discardItem, retryItem } from '../../shared/outbox/outbox.ts';
import type { OutboxItem } from '../../shared/outbox/outboxStore.ts';
import { useOutbox } from '../../shared/outbox/outboxView.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { RadioRows } from '../../shared/ui/RadioRows.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import { useShownTheme } from '../../shared/viewport/useShownTheme.ts';
import styles from './Settings.module.css';
import { SettingsGroup, StorageGroup } from './storage/StorageGroup.tsx';

// Rarely opened.
const PushSettings = lazyPart(async () => (await import('./notifications/PushSettings.tsx')).PushSettings);

const TERMS = ['limits', 'userAgreement', 'privacy'] as const;

/** Settings: appearance, stored data, and logout. Works without a login. */
export function SettingsPage() {
  const { t } = useTranslation('settings');
  return (
    <Page header={<NavBar title={t('title')} />} isWide>
      <div className={styles['groups']}>
        <AccountGroup />
        <AppearanceGroup />
        <TradingGroup />
        <NotificationsGroup />
        <InstallGroup />
        <OutboxGroup />
        <StorageGroup />
        <AboutGroup />
        <LogOut />
      </div>
    </Page>
  );
}

/** Fees and limits, agreements, privacy, and the app version, for support. */
function AboutGroup() {
  const { t } = useTranslation('settings');
  const { t: tShell } = useTranslation('shell');
  return (
    <SettingsGroup title={t('about.title')}>
      {TERMS.map((page) => (
        <ListRow
          key={page}
          start={<FileText aria-hidden />}
          title={tShell(`titles.${page}`)}
          to={paths[page]()}
          hasChevron
        />
      ))}
      <div className={styles['figures']}>
        <CopyRow label={t('about.version')} value={`${VERSION} (${COMMIT})`} variant="whole" />
      </div>
    </SettingsGroup>
  );
}

/** Order settings. */
function TradingGroup() {
  const { t } = useTranslation('settings');
  const { confirmsOrders, choose } = useOrderConfirmation();
  const [requiresStops, requireStops] = useOwnPreference('requiresStops');
  return (
    <SettingsGroup title={t('trading.title')}>
      <div className={styles['switch']}>
        <Switch label={t('trading.confirms')} isOn={confirmsOrders} onChange={choose} />
      </div>
      <div className={styles['switch']}>
        <Switch label={t('trading.requiresStops')} isOn={requiresStops !== false} onChange={requireStops} />
      </div>
    </SettingsGroup>
  );
}

/** Installation: by the browser's prompt, by hand, or a note that the app is installed. */
function InstallGroup() {
  const { t } = useTranslation('settings');
  const { way, install } = useInstallWay();
  const [isOpen, setOpen] = useState(false);
  if (way === 'installed') {
    return (
      <SettingsGroup title={t('install.heading')}>
        <ListRow
          start={<CircleCheck aria-hidden />}
          title={t('install.installed')}
          detail={t('install.installedDetail')}
        />
      </SettingsGroup>
    );
  }
  return (
    <SettingsGroup title={t('install.heading')}>
      <ListRow
        start={<Download aria-hidden />}
        title={t('install.title')}
        detail={t('install.why')}
        onPress={() => (way === 'prompt' ? void install() : setOpen(true))}
        hasChevron
      />
      <Sheet isOpen={isOpen} onOpenChange={setOpen} title={t('install.title')} description={t('install.why')}>
        <InstallSteps way={way} />
      </Sheet>
    </SettingsGroup>
  );
}

/** Logout, after a confirmation that lists what is removed from this device. */
function LogOut() {
  const { t } = useTranslation('settings');
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const waiting = useOutbox().length;
  const logOut = useLogOut();
  const [isAsking, setAsking] = useState(false);
  if (!isLoggedIn) return null;
  const leave = () => {
    setAsking(false);
    void logOut();
  };
  return (
    <>
      <Button kind="ghost" onClick={() => setAsking(true)}>
        <LogOutIcon aria-hidden className={styles['icon']} />
        {t('logOut.action')}
      </Button>
      <ConfirmSheet
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('logOut.ask')}
        description={t('logOut.removes')}
        confirmLabel={t('logOut.action')}
        onConfirm={leave}
      >
        <ul className={styles['leaving']}>
          <li>{t('logOut.session')}</li>
          <li>{t('logOut.records')}</li>
          <li>{t('logOut.drafts')}</li>
          {waiting > 0 && <li>{t('logOut.waiting', { count: waiting })}</li>}
        </ul>
        <p className={styles['note']}>{t('logOut.stays')}</p>
        <p className={styles['note']}>{t('logOut.shared')}</p>
      </ConfirmSheet>
    </>
  );
}

/** Links to the account; to the login while logged out. */
function AccountGroup() {
  const { t } = useTranslation('settings');
  const user = useAppSelector(selectUser);
  const loginPath = useLoginPath();
  return (
    <SettingsGroup title={t('account.title')}>
      {user === undefined ? (
        <ListRow
          start={<LogIn aria-hidden />}
          title={t('account.logIn')}
          detail={t('account.logInDetail')}
          to={loginPath}
          hasChevron
        />
      ) : (
        <>
          <ListRow
            start={<UserRound aria-hidden />}
            title={t('account.account')}
            detail={<span className={styles['whole']}>{user.email ?? user.phone ?? user.account}</span>}
            to={paths.account()}
            hasChevron
          />
          <ListRow start={<ShieldCheck aria-hidden />} title={t('account.security')} to={paths.security()} hasChevron />
        </>
      )}
    </SettingsGroup>
  );
}

/** Notifications while the app is closed. */
function NotificationsGroup() {
  const { t } = useTranslation('settings');
  const { t: tShell } = useTranslation('shell');
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const [isOpen, setOpen] = useState(false);
  // Stays mounted after the first open, so that closing is animated.
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setOpen(true);
    setWasOpened(true);
  };
  // Messages need a login.
  if (!isLoggedIn) return null;
  return (
    <SettingsGroup title={t('notifications.title')}>
      <ListRow
        start={<Bell aria-hidden />}
        title={t('notifications.push')}
        detail={t('notifications.pushDetail')}
        onPress={open}
        hasChevron
      />
      <ListRow
        start={<BellPlus aria-hidden />}
        title={tShell('titles.priceAlerts')}
        detail={t('notifications.alertsDetail')}
        to={paths.priceAlerts()}
        hasChevron
      />
      <Suspense fallback={null}>{wasOpened && <PushSettings isOpen={isOpen} onOpenChange={setOpen} />}</Suspense>
    </SettingsGroup>
  );
}

function AppearanceGroup() {
  const { t } = useTranslation('settings');
  const { language } = useLanguage();
  const { unit } = useTotalUnit();
  const { theme, choose: chooseTheme } = useTheme();
  const [futuresTheme, chooseFuturesTheme] = useOwnPreference('futuresTheme');
  const { colours, choose: chooseColours } = usePriceColours();
  return (
    <SettingsGroup title={t('appearance.title')}>
      <ListRow
        start={<Languages aria-hidden />}
        title={t('appearance.language')}
        to={paths.language()}
        end={
          <span lang={LOCALES[language]} className={styles['value']}>
            {LANGUAGE_NAMES[language]}
          </span>
        }
        hasChevron
      />
      <ListRow
        start={<Coins aria-hidden />}
        title={t('titles.pricing', { ns: 'shell' })}
        to={paths.pricing()}
        end={<span className={styles['value']}>{unit}</span>}
        hasChevron
      />
      <div className={styles['block']}>
        <span className={styles['label']} aria-hidden="true">
          {t('appearance.theme')}
        </span>
        <Segmented
          label={t('appearance.theme')}
          options={THEMES.map((value) => ({ value, label: t(`appearance.themes.${value}`) }))}
          value={theme}
          onValueChange={chooseTheme}
        />
      </div>
      <div className={styles['block']}>
        <span className={styles['label']} aria-hidden="true">
          {t('appearance.futures')}
        </span>
        <Segmented
          label={t('appearance.futures')}
          options={FUTURES_THEMES.map((value) => ({ value, label: t(`appearance.futuresThemes.${value}`) }))}
          value={futuresTheme}
          onValueChange={chooseFuturesTheme}
        />
      </div>
      <div className={styles['flat']}>
        <span className={styles['label']} aria-hidden="true">
          {t('appearance.colours')}
        </span>
        <RadioRows
          label={t('appearance.colours')}
          isLabelHidden
          value={colours}
          onValueChange={chooseColours}
          options={PRICE_COLOURS.map((value) => ({
            value,
            label: t(`appearance.colourNames.${value}`),
            detail: value === 'colour-blind' ? t('appearance.blindDetail') : undefined,
            end: <SampleCandles colours={value} />,
          }))}
        />
      </div>
    </SettingsGroup>
  );
}

/** A rising and a falling candle in a colour choice and the current theme. */
function SampleCandles({ colours }: { colours: PriceColours }) {
  const theme = useShownTheme();
  // Without distinguishable colours a rising candle is hollow (tokens.css).
  const rising = colours === 'colour-blind' ? styles['hollow'] : styles['up'];
  return (
    <span data-theme={theme} data-colours={colours} aria-hidden="true">
      <svg viewBox="0 0 34 30" className={styles['candles']} strokeWidth="1.5">
        <path className={rising} d="M9 2v5M9 22v6" />
        <rect className={rising} x="5" y="7" width="8" height="15" rx="1" />
        <path className={styles['down']} d="M25 3v6M25 23v5" />
        <rect className={styles['down']} x="21" y="9" width="8" height="14" rx="1" />
      </svg>
    </span>
  );
}

/** Items waiting in the outbox, and refused ones. */
function OutboxGroup() {
  const { t } = useTranslation('settings');
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const items = useOutbox();
  if (!isLoggedIn) return null;
  return (
    <SettingsGroup title={t('outbox.title')}>
      {items.length === 0 ? (
        <ListRow start={<Check aria-hidden />} title={t('outbox.empty')} />
      ) : (
        <ul>
          {items.map((item) => (
            <Waiting key={item.id} item={item} />
          ))}
        </ul>
      )}
    </SettingsGroup>
  );
}

function Waiting({ item }: { item: OutboxItem }) {
  const { t } = useTranslation('settings');
  const { moment } = useFormat();
  const what = useWhat(item);
  const since = moment(item.createdAtMs, 'dateMinute');
  return (
    <li className={styles['waiting']}>
      <span className={styles['label']}>{what}</span>
      {item.failure === undefined ? (
        <span className={styles['note']}>{t('outbox.waiting', { time: since })}</span>
      ) : (
        <span className={styles['failure']}>{appErrorText(item.failure)}</span>
      )}
      <span className={styles['answers']}>
        {item.failure !== undefined && (
          <Button
            kind="ghost"
            size="small"
            aria-label={t('outbox.retryWhat', { what })}
            onClick={() => void retryItem(item)}
          >
            {t('outbox.retry')}
          </Button>
        )}
        <Button
          kind="danger"
          size="small"
          aria-label={t('outbox.discardWhat', { what })}
          onClick={() => void discardItem(item)}
        >
          {t('outbox.discard')}
        </Button>
      </span>
    </li>
  );
}

/** Description of an item. */
function useWhat({ kind, key, payload }: OutboxItem): string {
  const { t } = useTranslation('settings');
  if (kind === 'read') return t('outbox.read');
  if (kind === 'preference') {
    const name = PREFERENCE_NAMES.find((known) => known === key);
    return name === undefined ? t('outbox.preference') : t('outbox.setting', { name: t(`outbox.names.${name}`) });
  }
  const text = typeof payload === 'object' && payload !== null && 'text' in payload ? payload.text : undefined;
  return typeof text === 'string' && text !== ''
    ? t('outbox.message', { text: text.slice(0, 80) })
    : t('outbox.picture');
}
