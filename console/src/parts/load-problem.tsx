import { Button } from '@mantine/core';
import { useState } from 'react';
import { retryFailed } from '../lib/query-client.ts';
import { texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';

interface LoadProblemProps {
  error: Error | null | undefined;
  /** Whether it is asked for, perhaps once more. */
  isLoading: boolean;
  title?: string | undefined;
}

/** Why something could not be loaded, and another try. While there is one, the reason stays. */
export function LoadProblem({ error, isLoading, title }: LoadProblemProps) {
  const [shown, setShown] = useState(error);
  if (error !== shown && (error || !isLoading)) setShown(error);
  return (
    <Problem error={shown} title={title}>
      <Button
        size="compact-sm"
        variant="default"
        mt="xs"
        loading={!error && isLoading}
        onClick={() => void retryFailed()}
      >
        {texts.common.tryAgain}
      </Button>
    </Problem>
  );
}
