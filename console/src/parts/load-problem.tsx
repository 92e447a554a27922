import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
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

/** Shows beside a field that chooses from a list why the list did not come, and a button for another try. */
export const ListProblem = ({ list }: { list: Pick<UseQueryResult, 'data' | 'error' | 'isPending'> }) =>
  list.data === undefined && (
    <LoadProblem error={list.error} isLoading={list.isPending} title={texts.problem.list} />
  );
