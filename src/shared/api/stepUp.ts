/**
 * Where the exchange's question whether it is really the owner (`PROOF_REQUIRED`) meets who can ask him: a sheet of the
 * security feature, which nothing below it knows.
 */

/** Asks the user; true once he has proved himself, so that the session's token is a new one. */
export type AskStepUp = () => Promise<boolean>;

/** Who asks is loaded with the user; a call that is faster waits for him so long. */
const ASKER_WITHIN_MS = 5000;

let ask: AskStepUp | undefined;
let question: Promise<boolean> | undefined;
let hear: (() => void) | undefined;

/** Says who asks; call the answer when he is gone. */
export function registerStepUp(asker: AskStepUp): () => void {
  ask = asker;
  hear?.();
  return () => {
    if (ask === asker) ask = undefined;
  };
}

/** Whether the user proved himself. Calls that want it at the same time share one question. */
export function stepUp(): Promise<boolean> {
  question ??= askWhenThere().finally(() => {
    question = undefined;
  });
  return question;
}

async function askWhenThere(): Promise<boolean> {
  if (ask === undefined) {
    await new Promise<void>((resolve) => {
      hear = resolve;
      setTimeout(resolve, ASKER_WITHIN_MS);
    });
  }
  return ask === undefined ? false : ask();
}
