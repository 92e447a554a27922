import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';

/** Beside a field that chooses from a list: why the list did not come, and another try. */
export function ListProblem({
  list,
}: {
  list: Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>;
}) {
  if (list.data !== undefined) return null;
  return (
    <Problem error={list.error} title={texts.problem.list}>
      <Button
        size="compact-sm"
        variant="default"
        mt="xs"
        loading={list.isFetching}
        onClick={() => void list.refetch()}
      >
        {texts.common.tryAgain}
      </Button>
    </Problem>
  );
}
