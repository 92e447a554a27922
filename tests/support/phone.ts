/** A phone whose owner likes it dark. */
export const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const };
