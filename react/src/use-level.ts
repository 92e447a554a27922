import { useEffect, useState } from 'react';
import { useConversation } from './use-conversation.ts';

/** Levels from 0 (silence) to 1. */
export interface UsedLevel {
  readonly avatar: number;
  /** Level of the microphone. */
  readonly user: number;
}

const SILENCE: UsedLevel = { avatar: 0, user: 0 };

/** Returns the levels of avatar and user, ten times a second. Use it in a small component, which renders as often. */
export function useLevel(): UsedLevel {
  const { conversation } = useConversation();
  const [level, setLevel] = useState(SILENCE);
  useEffect(() => {
    if (!conversation) return;
    const unsubscribes = [
      conversation.on('avatarLevel', ({ level: avatar }) => setLevel(({ user }) => ({ avatar, user }))),
      conversation.on('level', ({ level: user }) => setLevel(({ avatar }) => ({ avatar, user }))),
    ];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      setLevel(SILENCE);
    };
  }, [conversation]);
  return level;
}
