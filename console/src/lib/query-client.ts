import { QueryClient } from '@tanstack/react-query';
import { VisavisApiError } from '@visavis/client';

/** Whether another try could help. */
const mayPass = (error: Error) => !(error instanceof VisavisApiError) || error.status >= 500;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, retry: (failures, error) => failures < 2 && mayPass(error) },
  },
});

/** Of a query that a form was filled in from: what is typed there must not be overwritten by what others save. */
export const FILLS_A_FORM = { meta: { fillsForm: true }, staleTime: Number.POSITIVE_INFINITY };

/** Asks for everything again, as after signing in again. */
export const reloadAll = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ meta, state }) => !meta?.fillsForm || state.data === undefined,
  });
