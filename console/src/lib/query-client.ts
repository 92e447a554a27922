import { QueryCache, QueryClient } from '@tanstack/react-query';
import { VisavisApiError } from '@visavis/client';
import { askToSignIn } from './sign-in-again.ts';

/** Whether another try could help. */
const mayPass = (error: Error) => !(error instanceof VisavisApiError) || error.status >= 500;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: askToSignIn }),
  defaultOptions: {
    queries: { staleTime: 5_000, retry: (failures, error) => failures < 2 && mayPass(error) },
    mutations: { onError: askToSignIn },
  },
});
