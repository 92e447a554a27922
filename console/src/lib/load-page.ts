import { serviceUrl } from './service-url.ts';

const RETRY_INTERVAL_MS = 2_000;

async function isServiceReachable(): Promise<boolean> {
  try {
    return (await fetch(`${serviceUrl}/console/`, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/**
 * Loads the code of a page. While the service does not answer, as during a restart, it tries again: the router would
 * reload the document, of which the browser's own error page would then take the place.
 * @param onWaiting called at the first attempt that fails because the service does not answer
 * @throws what `load` throws, if the service answers but does not have the code, as after an update
 */
export async function loadPage<T>(load: () => Promise<T>, onWaiting: () => void): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load();
    } catch (error) {
      if (await isServiceReachable()) throw error;
      if (attempt === 0) onWaiting();
      await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS));
    }
  }
}
