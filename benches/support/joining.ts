/** The address and the token of a participant. */
export interface Joining {
  serverUrl: string;
  token: string;
}
