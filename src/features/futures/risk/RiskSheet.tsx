import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { RadioRows } from '../../../shared/ui/RadioRows.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import styles from './Risk.module.css';

/** Each question with its right answer. */
const QUESTIONS = { loss: 'b', leverage: 'a', liquidation: 'c' } as const;
type Question = keyof typeof QUESTIONS;
const ANSWERS = ['a', 'b', 'c'] as const;
type Answer = (typeof ANSWERS)[number];
/** Price move of each answer in percent; the right one is repeated in its explanation. */
const PERCENT = { a: 10, b: 50, c: 100 } as const;
const NAMES = ['loss', 'leverage', 'liquidation'] as const satisfies readonly Question[];

type RiskSheetProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; onKnown: () => void };

/** Risk of loss, shown before the first order, with three questions; a wrong answer is explained. */
export function RiskSheet({ isOpen, onOpenChange, onKnown }: RiskSheetProps) {
  const { t } = useTranslation('futures');
  const format = useFormat();
  const [answers, setAnswers] = useState<Readonly<Partial<Record<Question, Answer>>>>({});
  const isRight = NAMES.every((name) => answers[name] === QUESTIONS[name]);
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('risk.title')}
      footer={
        <Button disabled={!isRight} onClick={onKnown}>
          {t('risk.goOn')}
        </Button>
      }
    >
      <div className={styles['risk']}>
        <ul className={styles['facts']}>
          {(['all', 'both', 'liquidation', 'nights'] as const).map((fact) => (
            <li key={fact}>{t(`risk.fact.${fact}`)}</li>
          ))}
        </ul>
        <Link className={styles['link']} to={paths.helpDetail({ slug: 'contracts' })}>
          {t('risk.read')}
        </Link>
        <p className={styles['soft']}>{t('risk.questions')}</p>
        {NAMES.map((name) => {
          const given = answers[name];
          const isWrong = given !== undefined && given !== QUESTIONS[name];
          return (
            <RadioRows
              key={name}
              label={t(`risk.${name}.question`)}
              value={given}
              onValueChange={(answer) => setAnswers((before) => ({ ...before, [name]: answer }))}
              options={ANSWERS.map((answer) => ({
                value: answer,
                label: t(`risk.${name}.${answer}`, { percent: format.share(PERCENT[answer]) }),
              }))}
              error={isWrong ? t(`risk.${name}.explain`, { percent: format.share(PERCENT.a) }) : undefined}
            />
          );
        })}
      </div>
    </Sheet>
  );
}
