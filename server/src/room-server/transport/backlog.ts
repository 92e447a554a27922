/** Memory that is taken by what waits for all who receive in the rooms of one owner. */
export interface Backlog {
  bytes: number;
}
