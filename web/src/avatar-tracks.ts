import { type Room, RoomEvent, Track } from 'livekit-client';
import { awaitPicture } from './await-picture.ts';
import type { EventHub } from './event-hub.ts';
import { followLevel } from './follow-level.ts';
import { pauseWhileHidden } from './pause-while-hidden.ts';

export interface Screen {
  video: HTMLVideoElement;
  /** The element to which the audio elements are added. */
  container: HTMLElement;
}

/** Shows and plays the tracks of a room's avatar, if there is a screen, and reports its picture and level. */
export class AvatarTracks {
  readonly #screen: Screen | undefined;
  #hasTrack = false;
  #isClosed = false;
  #stopLevel: () => void = () => undefined;
  #stopPausing: () => void = () => undefined;

  constructor(room: Room, screen: Screen | undefined, hub: EventHub) {
    this.#screen = screen;
    room.on(RoomEvent.TrackSubscribed, (track, publication) => {
      if (track.kind !== Track.Kind.Video) {
        screen?.container.append(track.attach());
        this.#stopLevel();
        this.#stopLevel = followLevel(track.mediaStreamTrack, (level) => hub.emit('avatarLevel', { level }));
      } else if (screen) {
        track.attach(screen.video);
        const { video } = screen;
        awaitPicture(video, () => {
          hub.emit('picture', { width: video.videoWidth, height: video.videoHeight });
          this.#stopPausing();
          if (!this.#isClosed && publication.track === track)
            this.#stopPausing = pauseWhileHidden(video, publication);
        });
      } else {
        this.#hasTrack = true;
        hub.emit('picture', publication.dimensions ?? { width: 0, height: 0 });
      }
    });
    room.on(RoomEvent.TrackUnsubscribed, (track) => {
      if (track.kind === Track.Kind.Audio) this.#stopLevel();
      else this.#stopPausing();
      for (const element of track.detach()) if (element !== screen?.video) element.remove();
    });
  }

  /** Whether video has arrived. A background tab renders none, but knows its size. */
  get hasPicture(): boolean {
    return this.#screen ? this.#screen.video.videoWidth > 0 : this.#hasTrack;
  }

  close(): void {
    this.#isClosed = true;
    this.#stopLevel();
    this.#stopPausing();
  }
}
