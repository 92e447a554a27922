import type { Conversation } from '@visavis/client';
import { useEffect, useState } from 'react';
import { formatSeconds } from '../lib/format.ts';
import { secondsOf } from '../lib/recent.ts';

/** How long it has lasted; of a live conversation it grows. */
export function ConversationLength({ record, isTicking }: { record: Conversation; isTicking: boolean }) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => tick((ticks) => ticks + 1), 1_000);
    return () => clearInterval(timer);
  }, [isTicking]);
  return formatSeconds(secondsOf(record));
}
