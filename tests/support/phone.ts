/** A phone whose owner likes it dark. */
export const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const };

/** Where a page is looked at. */
export const SCREENS = [
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['a phone in the dark', PHONE],
] as const;
