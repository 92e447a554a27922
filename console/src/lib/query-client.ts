import { type Query, QueryClient } from '@tanstack/react-query';
import { VisavisApiError } from '@visavis/client';

/** Whether a retry could help. */
const isRetryable = (error: Error) => !(error instanceof VisavisApiError) || error.status >= 500;

const MAX_RETRY_INTERVAL_S = 30;

/** `refetchInterval` that retries a failed query, with growing pauses. */
export const retryInterval = ({ state }: Pick<Query, 'state'>): number | false =>
  state.error !== null &&
  isRetryable(state.error) &&
  1_000 * Math.min(2 ** state.errorUpdateCount, MAX_RETRY_INTERVAL_S);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && isRetryable(error),
      refetchInterval: retryInterval,
    },
  },
});

/** Returns a function that refetches a changed list and every query derived from it. */
export const reloader = (list: string) => (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [list] });

/** Refetches what could not be loaded. */
export const retryFailed = (): Promise<void> =>
  queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null });

/** Options of a query that fills in a form: later changes by others must not overwrite what the user is typing. */
export const FORM_QUERY_OPTIONS = { meta: { fillsForm: true }, staleTime: Number.POSITIVE_INFINITY };

/** Refetches everything, as after signing in again, except what fills in a form. */
export const reloadAll = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ meta, state }) => !meta?.fillsForm || state.data === undefined,
  });
