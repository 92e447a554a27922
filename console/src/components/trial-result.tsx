import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useScrollIntoView } from '../lib/use-scroll-into-view.ts';

/** The result of a trial of a key or a server. */
export const TrialResult = ({ ok, children }: { ok: boolean; children: ReactNode }) => (
  <Text
    ref={useScrollIntoView<HTMLParagraphElement>()}
    size="sm"
    mt="xs"
    {...(ok ? { role: 'status' } : { role: 'alert', c: 'red' })}
  >
    {children}
  </Text>
);
