import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { isUnsaved, mayLeave, useLeaveQuestion } from '../lib/unsaved.ts';
import { texts } from '../texts/texts.ts';
import { Question } from './question.tsx';

const shouldStay: ShouldBlockFn = async ({ current, next }) =>
  current.pathname !== next.pathname && !(await mayLeave());
const asksAtUnload = () => isUnsaved();

/** Asks before a page, a dialog or the tab is left with something typed in it that is not saved. */
export function LeaveDialog() {
  useBlocker({ shouldBlockFn: shouldStay, enableBeforeUnload: asksAtUnload });
  const answer = useLeaveQuestion();
  return (
    <Question
      isOpen={answer !== undefined}
      words={texts.unsaved}
      onAnswer={(isYes) => answer?.(isYes)}
      // Over a dialog that is to be left.
      zIndex={300}
    />
  );
}
