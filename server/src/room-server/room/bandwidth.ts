import type { DownlinkTrack } from '../rtp/downlink-track.ts';
import type { Participant } from './participant.ts';

/** State of one subscriber's connection, kept from second to second. */
interface Course {
  bytesBefore: number;
  /** Whether its estimate limits what is sent. */
  congested: boolean;
  calmSeconds: number;
  /** Calm seconds before a bigger layer is tried again; doubles with each failure. */
  patience: number;
  probing: boolean;
}

const congestedLoss = 0.1;
const firstPatience = 5;
const maxPatience = 60;
/** An estimate this much above what is sent does not limit it. */
const headroom = 1.3;
const minCap = 100_000;

/**
 * Fits what is sent to what connections carry, once a second. A receiver's estimate (REMB) grows to about one and a
 * half times of what arrives, so it says little on an idle connection: it counts only once packets are lost or it
 * falls below the actual rate. Then publishers without simulcast are told to send less, and of simulcast tracks a
 * smaller layer is forwarded.
 */
export class Bandwidth {
  private readonly courses = new WeakMap<Participant, Course>();

  update(participants: ReadonlyMap<string, Participant>): void {
    const caps = new Map<string, number>();
    for (const subscriber of participants.values()) this.updateSubscriber(subscriber, caps);
    for (const publisher of participants.values())
      publisher.publisher.uplink.capEstimate(caps.get(publisher.sid) ?? 0);
  }

  private updateSubscriber(participant: Participant, caps: Map<string, number>): void {
    const { downlink, subscriptions } = participant.subscriber;
    const videos = [...subscriptions.values()].filter(
      (entry) => entry.published.uplink.description.kind === 'video',
    );
    const course = this.courseOf(participant);
    const bytes = downlink.bytes;
    const sentBps = Math.max(0, bytes - course.bytesBefore) * 8;
    course.bytesBefore = bytes;
    const estimate = downlink.estimate;
    if (videos.length === 0 || estimate === 0) return;
    if (downlink.loss > congestedLoss || estimate < sentBps * 0.95)
      this.handleCongestion(
        course,
        videos.map((entry) => entry.downlink),
      );
    else
      this.handleCalm(
        course,
        estimate > sentBps * headroom,
        videos.map((entry) => entry.downlink),
      );
    if (!course.congested) return;
    for (const { published, publisherSid } of videos) {
      if (published.info.simulcast) continue;
      const share = Math.max(minCap, estimate / videos.length);
      caps.set(publisherSid, Math.min(caps.get(publisherSid) ?? Number.POSITIVE_INFINITY, share));
    }
  }

  private handleCongestion(course: Course, tracks: readonly DownlinkTrack[]): void {
    if (course.probing) course.patience = Math.min(maxPatience, course.patience * 2);
    course.probing = false;
    course.congested = true;
    course.calmSeconds = 0;
    for (const track of tracks) track.setAffordableSpatial(Math.max(0, (track.currentSpatial ?? 0) - 1));
  }

  private handleCalm(course: Course, roomy: boolean, tracks: readonly DownlinkTrack[]): void {
    course.calmSeconds++;
    if (course.calmSeconds < course.patience) return;
    if (course.probing) course.patience = firstPatience;
    course.calmSeconds = 0;
    if (roomy) course.congested = false;
    const limited = tracks.filter((track) => track.limited);
    course.probing = limited.length > 0;
    for (const track of limited) track.setAffordableSpatial((track.currentSpatial ?? 0) + 1);
  }

  private courseOf(participant: Participant): Course {
    let course = this.courses.get(participant);
    if (course === undefined) {
      course = { bytesBefore: 0, congested: false, calmSeconds: 0, patience: firstPatience, probing: false };
      this.courses.set(participant, course);
    }
    return course;
  }
}
