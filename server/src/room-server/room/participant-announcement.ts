import { ParticipantInfo } from '@livekit/protocol';

type Fields = ConstructorParameters<typeof ParticipantInfo>[0];

/** What the members of a room are told of one of them. */
export class ParticipantAnnouncement {
  #version = 0;
  #published = false;
  #detailsHidden = false;

  /** To be called before each update that is sent to others: clients drop updates that are not newer. */
  touch(): void {
    this.#version++;
  }

  /** From now on others are told no more than who it is: something that it says of itself may be what cannot be written. */
  hideDetails(): void {
    this.#detailsHidden = true;
  }

  /** @param who the participant is, and its state: all that others are told once details are hidden. */
  write(who: Fields, details: Fields): ParticipantInfo {
    if (details?.tracks?.length || details?.dataTracks?.length) this.#published = true;
    const version = this.#version;
    if (this.#detailsHidden) return new ParticipantInfo({ ...who, version });
    return new ParticipantInfo({ ...who, ...details, version, isPublisher: this.#published });
  }
}
