import { trimEnd } from '../../../lib/trim-end.ts';

/** "what is 12 times 7" → 84; anything but one plain operation on two numbers is left to others. */
export function workOut(text: string): string | undefined {
  const plain = trimEnd(text.toLowerCase(), '?!.= \t\r\n\u00a0')
    .replaceAll('×', '*')
    .replaceAll('÷', '/')
    .replaceAll('−', '-');
  const match =
    /^(?:(?:so |and |please )*(?:what is|what's|whats|calculate|compute|how much is|work out) )?(-?\d{1,9}(?:\.\d{1,6})?) ?(plus|minus|times|multiplied by|divided by|over|x|\+|-|\*|\/) ?(-?\d{1,9}(?:\.\d{1,6})?)$/.exec(
      plain,
    );
  if (match === null) return undefined;
  const [left, operation, right] = [Number(match[1]), match[2]!, Number(match[3])];
  const words: Record<string, [string, number]> = {
    plus: ['plus', left + right],
    '+': ['plus', left + right],
    minus: ['minus', left - right],
    '-': ['minus', left - right],
    times: ['times', left * right],
    'multiplied by': ['times', left * right],
    x: ['times', left * right],
    '*': ['times', left * right],
    'divided by': ['divided by', left / right],
    over: ['divided by', left / right],
    '/': ['divided by', left / right],
  };
  const [word, result] = words[operation]!;
  if (!Number.isFinite(result)) return 'Nobody can divide by zero, and I will not try.';
  return `${left} ${word} ${right} is ${Number(result.toFixed(4))}.`;
}
