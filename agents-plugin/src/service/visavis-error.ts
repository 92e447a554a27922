/** A failure that the service cannot report: a missing setting, an avatar that did not come. */
export class VisavisError extends Error {
  override name = 'VisavisError';
}
