/** An error that the service cannot report: a missing setting, or an avatar that did not join. */
export class VisavisError extends Error {
  override name = 'VisavisError';
}
