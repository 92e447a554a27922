import { packageVersion } from './package-version.ts';

/** What this service calls itself in its requests to others. */
export const USER_AGENT = `Visavis/${packageVersion}`;

/** Whether a service of this kind sends a request, of whichever version. */
export const isOfService = (userAgent = ''): boolean => /^visavis\//i.test(userAgent);
