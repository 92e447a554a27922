/** What a participant joins with. */
export interface Joining {
  serverUrl: string;
  token: string;
}
