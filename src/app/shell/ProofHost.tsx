import { Suspense, useEffect, useState } from 'react';
import { registerOwnerProof } from '../../shared/api/ownerProof.ts';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';

const ProofSheet = lazyPart(async () => (await import('../../features/security/proof/ProofSheet.tsx')).ProofSheet);

type Question = { readonly answer: (isProved: boolean) => void };

/** Asks the user who is logged in to prove himself, when the exchange wants it. */
export function ProofHost() {
  const [question, setQuestion] = useState<Question>();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    let current: Question | undefined;
    const unregister = registerOwnerProof(async () => {
      await Promise.all(['proof', 'auth'].map(loadNamespace));
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
  if (question === undefined) return null;
  const answer = (isProved: boolean) => {
    setOpen(false);
    question.answer(isProved);
  };
  return <Suspense fallback={null}>{isOpen && <ProofSheet isOpen onAnswer={answer} />}</Suspense>;
}
