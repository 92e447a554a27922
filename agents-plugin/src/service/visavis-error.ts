/** What the service cannot know: a setting that is missing, an avatar that did not come. */
export class VisavisError extends Error {
  override name = 'VisavisError';
}
