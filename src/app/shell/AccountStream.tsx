import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { UserId } from '@halyard/contract/ids';
import { useStreamAccountQuery } from '../../domain/account/accountApi.ts';
import { useAppBadge } from '../../domain/notifications/useAppBadge.ts';
import { useFollowUser } from '../../domain/preferences/syncPreferences.ts';
import { useRenewPush } from '../../domain/push/useRenewPush.ts';
import { registerStepUp } from '../../shared/api/stepUp.ts';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';

/**
 * While mounted: live orders, balances and app badge, settings in step with the user's other devices, and the step-up
 * prompt. A component, so that its code loads with a session.
 */
export function AccountStream({ userId }: { userId: UserId }) {
  useStreamAccountQuery(userId);
  useFollowUser(userId);
  useAppBadge();
  useRenewPush(userId);
  return <StepUpHost />;
}

const StepUpSheet = lazyPart(async () => (await import('../../features/security/step-up/StepUpSheet.tsx')).StepUpSheet);

type Question = { readonly answer: (isSteppedUp: boolean) => void };

/** Shows the step-up prompt to a logged-in user when the server requires it. */
function StepUpHost() {
  const [question, setQuestion] = useState<Question>();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    let current: Question | undefined;
    const unregister = registerStepUp(async () => {
      await Promise.all(['stepUp', 'auth'].map(loadNamespace));
      return new Promise<boolean>((resolve) => {
        current = { answer: resolve };
        setQuestion(current);
        setOpen(true);
      });
    });
    return () => {
      unregister();
      current?.answer(false);
    };
  }, []);
  const page = useLocation().pathname;
  const askedOn = useRef(page);
  useEffect(() => {
    if (askedOn.current === page) return;
    askedOn.current = page;
    // The page that asked is gone.
    setOpen(false);
    question?.answer(false);
  }, [page, question]);
  if (question === undefined) return null;
  const answer = (isSteppedUp: boolean) => {
    setOpen(false);
    question.answer(isSteppedUp);
  };
  return <Suspense fallback={null}>{isOpen && <StepUpSheet isOpen onAnswer={answer} />}</Suspense>;
}
