/** Matches web and mail addresses as words; lengths are bounded so that hostile text stays cheap. */
export const ADDRESSES =
  /\b(?:https?:\/\/|www\.)[^\s<>"]{1,2000}|[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/gi;
