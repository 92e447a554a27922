import type { Services } from '../../domain/services.ts';
import type { ApiApp } from '../api-app.ts';
import { createAgent } from './agents/create-agent.ts';
import { deleteAgent } from './agents/delete-agent.ts';
import { getAgent } from './agents/get-agent.ts';
import { listAgents } from './agents/list-agents.ts';
import { replaceAgent } from './agents/replace-agent.ts';
import { createAvatar } from './avatars/create-avatar.ts';
import { deleteAvatar } from './avatars/delete-avatar.ts';
import { getAvatar } from './avatars/get-avatar.ts';
import { listAvatars } from './avatars/list-avatars.ts';
import { replaceAvatar } from './avatars/replace-avatar.ts';
import { getSessionPass } from './session-passes/get-session-pass.ts';
import { startSessionPass } from './session-passes/start-session-pass.ts';
import { stopSessionPass } from './session-passes/stop-session-pass.ts';
import { getSession } from './sessions/get-session.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { startSession } from './sessions/start-session.ts';
import { stopSession } from './sessions/stop-session.ts';

/** Everything below `/v1`. */
export function v1Routes(app: ApiApp, services: Services): void {
  const forApiKeys = [
    startSession,
    listSessions,
    getSession,
    stopSession,
    createAgent,
    listAgents,
    getAgent,
    replaceAgent,
    deleteAgent,
    createAvatar,
    listAvatars,
    getAvatar,
    replaceAvatar,
    deleteAvatar,
  ];
  const forClientTokens = [startSessionPass, getSessionPass, stopSessionPass];
  for (const endpoint of [...forApiKeys, ...forClientTokens]) endpoint(app, services);
}
