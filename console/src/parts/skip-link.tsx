import { texts } from '../texts/texts.ts';

/** The first thing that the keyboard reaches. No link, whose address would be a page of the console. */
export const SkipLink = () => (
  <button className="skip" type="button" onClick={() => document.querySelector<HTMLElement>('main')?.focus()}>
    {texts.shell.skip}
  </button>
);
