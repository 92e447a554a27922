import { packageVersion } from './package-version.ts';

/** The `User-Agent` of this service's requests to others. */
export const USER_AGENT = `Visavis/${packageVersion}`;

/** Whether a request comes from a service of this kind, of any version. */
export const isOfService = (userAgent = ''): boolean => /^visavis\//i.test(userAgent);
