import type { Emotion } from '../../../faces/face.ts';

const MOODS: [Emotion, RegExp][] = [
  ['sad', /\b(died|death|passed away|mourning|condolences|grief)\b/i],
  [
    'concerned',
    /\b(sorry|unfortunately|regret|not possible|cannot be|danger|dangerous|warning|emergency|injur(y|ies)|damaged?|error|failed|failure|penalty|late fee|prohibited|not allowed)\b/i,
  ],
  [
    'happy',
    /\b(welcome|congratulations|enjoy|free of charge|for free|happy|delighted|gift|bonus|celebrate|love|glad|pleased)\b|!$/i,
  ],
  ['surprised', /\b(surprisingly|unexpected|record|the (largest|smallest|oldest|fastest))\b/i],
];

/** The face that goes with a text. */
export function moodOf(text: string): Emotion {
  return MOODS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'neutral';
}

/** The answer to an utterance of nothing but emoji. */
export function answerEmoji(emoji: string): { emotion: Emotion; variants: string[] } {
  if (/[😀-😄😁😆😅😂🤣🙂😊😍🥰😘😎🤩🥳😉]/u.test(emoji))
    return {
      emotion: 'happy',
      variants: [
        'I see you smiling. What can I do for you?',
        'That smile is catching. What would you like to know?',
      ],
    };
  if (/[😢😭😞😔🙁☹😟😩😿💔]/u.test(emoji))
    return {
      emotion: 'concerned',
      variants: [
        'You look sad. I am sorry. Can I help with something?',
        'Oh dear. Tell me what is wrong, in words.',
      ],
    };
  if (/[😠😡🤬👎]/u.test(emoji))
    return {
      emotion: 'concerned',
      variants: [
        'I see that you are not pleased. What went wrong?',
        'I am sorry about that. What can I do better?',
      ],
    };
  if (/[❤🧡💛💚💙💜👍👏🙏🎉]/u.test(emoji))
    return { emotion: 'happy', variants: ['Thank you!', 'Very kind of you. Anything I can look up?'] };
  return {
    emotion: 'neutral',
    variants: [
      'I saw your emoji, but I need words to help you.',
      'A picture says a lot, but could you put it in words?',
    ],
  };
}
