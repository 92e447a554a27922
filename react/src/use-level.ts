import { useEffect, useState } from 'react';
import { useConversation } from './use-conversation.ts';

/** Levels from 0, which is silence, to 1. */
export interface UsedLevel {
  readonly avatar: number;
  /** Level of the microphone. */
  readonly user: number;
}

const SILENCE: UsedLevel = { avatar: 0, user: 0 };

/**
 * How loud avatar and user are, ten times a second. A component of its own should use it: what uses it is rendered as often.
 */
export function useLevel(): UsedLevel {
  const { conversation } = useConversation();
  const [level, setLevel] = useState(SILENCE);
  useEffect(() => {
    if (!conversation) return;
    const stops = [
      conversation.on('avatarLevel', ({ level: avatar }) => setLevel(({ user }) => ({ avatar, user }))),
      conversation.on('level', ({ level: user }) => setLevel(({ avatar }) => ({ avatar, user }))),
    ];
    return () => {
      for (const stop of stops) stop();
      setLevel(SILENCE);
    };
  }, [conversation]);
  return level;
}
