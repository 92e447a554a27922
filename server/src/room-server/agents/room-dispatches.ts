import {
  AgentDispatch,
  AgentDispatchState,
  Job,
  JobType,
  ParticipantInfo_Kind,
  type RoomAgentDispatch,
} from '@livekit/protocol';
import type { Participant } from '../room/participant.ts';
import type { Room } from '../room/room.ts';
import { createSid } from '../sids.ts';
import { type AgentWorker, nowNs } from './agent-worker.ts';
import type { AgentWorkers } from './agent-workers.ts';

const MAX_DISPATCHES = 50;

/** The parameters of a dispatch. */
export type WantedDispatch = Partial<
  Pick<RoomAgentDispatch, 'agentName' | 'metadata' | 'deployment' | 'attributes' | 'restartPolicy'>
>;

interface RunningJob {
  readonly job: Job;
  readonly worker: AgentWorker;
}

/** The agents dispatched to a room, and the jobs that their workers run for it. */
export class RoomDispatches {
  readonly #room: Room;
  readonly #workers: AgentWorkers;
  readonly #dispatches = new Map<string, AgentDispatch>();
  readonly #running = new Map<string, RunningJob>();

  /** @param defaults the dispatches of a room whose settings name no agent */
  constructor(room: Room, workers: AgentWorkers, defaults: readonly WantedDispatch[]) {
    this.#room = room;
    this.#workers = workers;
    const { agents } = room.settings;
    for (const entry of agents.length > 0 ? agents : defaults) this.add(entry);
    room.on('joined', (participant) => this.#launchFor(participant, JobType.JT_PARTICIPANT));
    room.on('publishes', (participant) => this.#launchFor(participant, JobType.JT_PUBLISHER));
    room.on('left', (participant) => this.#handleLeft(participant));
    room.on('finished', () => {
      for (const id of this.#dispatches.keys()) this.remove(id);
    });
  }

  list(): AgentDispatch[] {
    return [...this.#dispatches.values()];
  }

  /** Adds a dispatch. @returns undefined if the room has too many. */
  add(wanted: WantedDispatch): AgentDispatch | undefined {
    if (this.#dispatches.size >= MAX_DISPATCHES) return undefined;
    const { agentName, metadata, deployment, attributes, restartPolicy } = wanted;
    const dispatch = new AgentDispatch({
      id: createSid('AD_'),
      room: this.#room.name,
      agentName,
      metadata,
      deployment,
      attributes,
      restartPolicy,
      state: new AgentDispatchState({ createdAt: nowNs() }),
    });
    this.#dispatches.set(dispatch.id, dispatch);
    this.#launch(dispatch, JobType.JT_ROOM);
    for (const participant of this.#room.participants.values()) {
      if (!participant.active) continue;
      this.#launch(dispatch, JobType.JT_PARTICIPANT, participant);
      if (participant.publisher.tracks.size > 0) this.#launch(dispatch, JobType.JT_PUBLISHER, participant);
    }
    return dispatch;
  }

  /** Removes a dispatch and ends its jobs. @returns undefined if there is no such dispatch. */
  remove(dispatchId: string): AgentDispatch | undefined {
    const dispatch = this.#dispatches.get(dispatchId);
    if (dispatch?.state === undefined) return undefined;
    this.#dispatches.delete(dispatchId);
    dispatch.state.deletedAt = nowNs();
    for (const { id } of dispatch.state.jobs) this.#end(id);
    return dispatch;
  }

  #launchFor(participant: Participant, type: JobType): void {
    for (const dispatch of this.#dispatches.values()) this.#launch(dispatch, type, participant);
  }

  #launch(dispatch: AgentDispatch, type: JobType, participant?: Participant): void {
    // Dispatching an agent for every agent that joins would never end.
    if (participant !== undefined && participant.kind !== ParticipantInfo_Kind.STANDARD) return;
    const { agentName, deployment } = dispatch;
    for (const namespace of this.#workers.namespacesOf({ agentName, deployment, jobType: type })) {
      const job = new Job({
        id: createSid('AJ_'),
        dispatchId: dispatch.id,
        type,
        room: this.#room.info(),
        participant: participant?.info(),
        namespace,
        agentName,
        deployment,
        metadata: dispatch.metadata,
        attributes: dispatch.attributes,
      });
      this.#workers
        .assign(job)
        .then((accepted) => accepted !== undefined && this.#handleAccepted(dispatch, accepted))
        .catch(() => undefined);
    }
  }

  #handleAccepted(dispatch: AgentDispatch, accepted: RunningJob): void {
    dispatch.state?.jobs.push(accepted.job);
    this.#running.set(accepted.job.id, accepted);
    // The dispatch was deleted while the worker was deciding.
    if (!this.#dispatches.has(dispatch.id)) this.#end(accepted.job.id);
  }

  #handleLeft(participant: Participant): void {
    for (const [id, { job }] of this.#running) {
      if (job.state?.participantIdentity === participant.identity) this.#end(id, 'the agent left the room');
    }
  }

  #end(jobId: string, error?: string): void {
    this.#running.get(jobId)?.worker.terminate(jobId, error);
    this.#running.delete(jobId);
  }
}
