/**
 * A worker without rooms or media, for tests of the pool. The id of a conversation defines its behaviour, with words
 * joined by `-`: `chatty`, `ends`, `asks`, `calls` (a tool), `babbles` (sends nonsense), `floods` (sends 12,000
 * events), `deaf` (ignores a stop), `fat` (takes 2 GiB), `heavy` (uses a whole core, and most of its frames are late).
 */
import type { EndReason, WorkerCommand, WorkerReport } from '@visavis/contracts';
import type { WorkerChannel } from '../run-worker.ts';

const MANY = 200;

/** Starts at once; calls `exit` when the worker is told to shut down. @returns a function that ends it silently */
export function playScript(channel: WorkerChannel, pid: number, exit: () => void): () => void {
  const deaf = new Set<string>();
  const heavy = new Set<string>();
  const timers: NodeJS.Timeout[] = [];
  const end = () => {
    for (const timer of timers.splice(0)) clearInterval(timer);
  };

  channel.onClosed(exit);
  channel.onMessage((message) => obey(message as WorkerCommand));
  channel.send({ type: 'ready', pid });
  return end;

  function obey(command: WorkerCommand): void {
    switch (command.type) {
      case 'start':
        play(command.plan.conversationId);
        break;
      case 'stop':
        if (!deaf.has(command.conversationId)) report(command.conversationId, command.reason, command.detail);
        break;
      case 'answer':
        if (command.error) note('c-asks', command.error);
        break;
      case 'pictures':
        for (const id of heavy) note(id, `${command.maxFps} fps, ${command.scale}`);
        break;
      case 'shutdown':
        end();
        exit();
    }
  }

  function play(id: string): void {
    if (id.includes('deaf')) deaf.add(id);
    if (id.includes('babbles')) channel.send({ type: 'nonsense' } as unknown as WorkerReport);
    if (id.includes('chatty')) for (let n = 0; n < MANY; n++) note(id, String(n));
    if (id.includes('floods')) for (let n = 0; n < 12_000; n++) note(id, String(n));
    if (id.includes('asks'))
      channel.send({ type: 'search_knowledge', requestId: 1, conversationId: id, query: 'why', take: 3 });
    if (id.includes('calls')) {
      const call = { conversationId: id, toolId: 'tool_1', arguments: { guests: 2 }, language: 'de' };
      channel.send({ type: 'call_tool', requestId: 2, ...call });
    }
    if (id.includes('heavy')) {
      heavy.add(id);
      reportLoad();
      timers.push(setInterval(reportLoad, 100));
    }
    note(id, `in ${pid}`);
    channel.send({
      type: 'heartbeat',
      conversationIds: [id],
      residentBytes: id.includes('fat') ? 2 ** 31 : 1,
    });
    if (id.includes('ends')) report(id, 'idle');
    if (id.includes('ends')) report(id, 'stopped');
  }

  function reportLoad(): void {
    const conversations = heavy.size;
    channel.send({
      type: 'load',
      conversations,
      picturesDue: 25 * conversations,
      picturesLate: 15 * conversations,
      processorMs: 1000 * conversations,
      elapsedMs: 1000,
    });
  }

  function note(conversationId: string, content: string): void {
    const event = { kind: 'timeline', at: Date.now(), type: 'warning', author: 'system', content } as const;
    channel.send({ type: 'event', conversationId, event });
  }

  function report(conversationId: string, reason: EndReason, detail?: string): void {
    const event = { kind: 'ended', at: Date.now(), reason, ...(detail && { detail }) } as const;
    channel.send({ type: 'event', conversationId, event });
  }
}
