import { type Room, RoomEvent, Track } from 'livekit-client';
import type { EventHub } from './event-hub.ts';
import { followLevel } from './follow-level.ts';
import { onFirstPicture } from './on-first-picture.ts';
import { pauseWhileHidden } from './pause-while-hidden.ts';

export interface MediaElements {
  video: HTMLVideoElement;
  /** The element to which the audio elements are added. */
  container: HTMLElement;
}

/** Shows and plays the tracks of a room's avatar, if there are elements for them, and reports its picture and level. */
export class AvatarTracks {
  readonly #elements: MediaElements | undefined;
  #hasVideoTrack = false;
  #isClosed = false;
  #stopLevel: () => void = () => undefined;
  #stopPausing: () => void = () => undefined;

  constructor(room: Room, elements: MediaElements | undefined, hub: EventHub) {
    this.#elements = elements;
    room.on(RoomEvent.TrackSubscribed, (track, publication) => {
      if (track.kind !== Track.Kind.Video) {
        elements?.container.append(track.attach());
        this.#stopLevel();
        this.#stopLevel = followLevel(track.mediaStreamTrack, (level) => hub.emit('avatarLevel', { level }));
      } else if (elements) {
        track.attach(elements.video);
        const { video } = elements;
        onFirstPicture(video, () => {
          hub.emit('picture', { width: video.videoWidth, height: video.videoHeight });
          this.#stopPausing();
          if (!this.#isClosed && publication.track === track)
            this.#stopPausing = pauseWhileHidden(video, publication);
        });
      } else {
        this.#hasVideoTrack = true;
        hub.emit('picture', publication.dimensions ?? { width: 0, height: 0 });
      }
    });
    room.on(RoomEvent.TrackUnsubscribed, (track) => {
      if (track.kind === Track.Kind.Audio) this.#stopLevel();
      else this.#stopPausing();
      for (const element of track.detach()) if (element !== elements?.video) element.remove();
    });
  }

  /** Whether video has arrived. A background tab renders none, but knows its size. */
  get hasPicture(): boolean {
    return this.#elements ? this.#elements.video.videoWidth > 0 : this.#hasVideoTrack;
  }

  close(): void {
    this.#isClosed = true;
    this.#stopLevel();
    this.#stopPausing();
  }
}
