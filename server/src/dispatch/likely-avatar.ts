/** As a room knows an avatar. Nobody can change the identity of a participant. */
export interface AvatarName {
  identity: string;
  name: string;
}

/** Starts that are remembered: enough to tell a favourite, few enough to follow a change. */
const REMEMBERED = 16;

/** Which avatar the next conversation is likely to want: the one of most of the last conversations. */
export class LikelyAvatar {
  #recent: AvatarName[] = [];

  started(avatar: AvatarName): void {
    this.#recent = [avatar, ...this.#recent].slice(0, REMEMBERED);
  }

  /** `held` as long as no other is started more often, so that equally popular ones do not replace each other in turns. */
  next(held: AvatarName | undefined): AvatarName | undefined {
    const startsOf = (avatar: AvatarName) => this.#recent.filter((each) => isSame(each, avatar)).length;
    let best = held;
    for (const avatar of this.#recent) if (!best || startsOf(avatar) > startsOf(best)) best = avatar;
    return best;
  }
}

export function isSame(one: AvatarName, other: AvatarName): boolean {
  return one.identity === other.identity && one.name === other.name;
}
