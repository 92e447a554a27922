/** A phone in dark mode. */
export const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const };

/** The screens on which pages are tested. */
export const SCREENS = [
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['a phone in the dark', PHONE],
] as const;
