import { useTranslation } from 'react-i18next';
import { useLogPin } from '../../domain/transparency/logPin.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Alarm } from './Alarm.tsx';
import styles from './Fairness.module.css';
import { House } from './House.tsx';
import { KnownLog } from './KnownLog.tsx';
import { LogStatus } from './LogStatus.tsx';
import { Owed } from './Owed.tsx';
import { Promises } from './Promises.tsx';
import { Results } from './Results.tsx';
import { RevealedDay } from './RevealedDay.tsx';
import { Rules } from './Rules.tsx';
import { Tool } from './Tool.tsx';
import { useLogCheck } from '../../domain/transparency/useLogCheck.ts';
import { Witnesses } from './Witnesses.tsx';

/** What anybody can check of the exchange, and how; red where this device found that it is not so. */
export function FairnessPage() {
  const { t } = useTranslation('fairness');
  const back = useBack();
  const pin = useLogPin();
  const check = useLogCheck(true);
  return (
    <Page header={<NavBar title={t('title')} onBack={back} />}>
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
        <Owed pin={pin} />
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
