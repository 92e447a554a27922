import type { UseQueryResult } from '@tanstack/react-query';
import { texts } from '../texts/texts.ts';
import { LoadProblem } from './load-problem.tsx';

/** Shows beside a field that chooses from a list why the list did not come, and a button for another try. */
export const ListProblem = ({ list }: { list: Pick<UseQueryResult, 'data' | 'error' | 'isPending'> }) =>
  list.data === undefined && (
    <LoadProblem error={list.error} isLoading={list.isPending} title={texts.problem.list} />
  );
