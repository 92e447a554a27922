import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { retryFailed } from '../lib/query-client.ts';
import { texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';

interface LoadProblemProps {
  error: Error | null | undefined;
  /** Whether it is being loaded, perhaps again. */
  isLoading: boolean;
  title?: string | undefined;
}

/** Shows why something could not be loaded, with a button that retries. The reason stays during the retry. */
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

/** Shows, beside a field that selects from a list, why the list could not be loaded, with a button that retries. */
export const ListProblem = ({ list }: { list: Pick<UseQueryResult, 'data' | 'error' | 'isPending'> }) =>
  list.data === undefined && (
    <LoadProblem error={list.error} isLoading={list.isPending} title={texts.problem.list} />
  );
