import type { Transcript, UserSpeech } from '../speaking/transcript.ts';
import type { EngineReport } from '../turn/turn.ts';
import type { AgentSessionOptions } from './agent-session-options.ts';

const PROVIDER_PROBLEM = 'The agent has a problem: answers may be late or missing.';

export interface EngineReportNeeds
  extends Pick<AgentSessionOptions, 'runner' | 'reporter' | 'room' | 'consumerIdentity'> {
  transcript: Transcript;
  /** The user's newest speech, if any was noticed. */
  userSpeech: UserSpeech | undefined;
}

/** Records what an engine reports besides its answers, and shows the consumer the part that concerns them. */
export function recordEngineReport(report: EngineReport, needs: EngineReportNeeds): void {
  const { runner, reporter, room, transcript, consumerIdentity, userSpeech } = needs;
  if (report.type === 'user_transcript') {
    transcript.userSaid(report, consumerIdentity, userSpeech);
  } else if (report.type === 'emotion') {
    runner.setEmotion(report.emotion);
    reporter.timeline('emotion', 'character', report.emotion);
  } else if (report.type === 'fault') {
    reporter.fault(report);
  } else if (report.type === 'notice') {
    reporter.timeline('warning', 'system', report.message);
  } else if (report.type === 'warning') {
    reporter.timeline('warning', 'system', report.message);
    // The provider's own message is for the operator only: the visitor may be anybody.
    room.sendEvent({ type: 'warning', code: 'provider', message: PROVIDER_PROBLEM });
  } else {
    reporter.timeline(report.type, 'character', { name: report.name, content: report.content });
  }
}
