import { EventEmitter } from 'node:events';
import { PoolWorker } from '@visavis/server/dist/dispatch/pool-worker.js';
import { readJsonFrame } from '@visavis/server/dist/dispatch/worker-link.js';
import { silentLogger } from '@visavis/server/dist/lib/logger.js';
import type { FuzzTarget } from '../fuzz-target.ts';

export const target: FuzzTarget = {
  about: 'messages of workers on other machines',
  covers: ['/dispatch/', '/typebox/build/', '/contracts/dist/'],
  seeds: `{"type":"ready","pid":1,"pictureMs":2.5}
    {"type":"event","conversationId":"conv_1","event":{"type":"joined","at":"2026-01-01T00:00:00.000Z"}}
    {"type":"heartbeat","conversationIds":["conv_1"],"residentBytes":5,"capacity":3}
    {"type":"call_tool","requestId":1,"conversationId":"c","toolId":"t","arguments":{"a":1},"language":"en"}
    {"type":"load","conversations":1,"picturesDue":2,"picturesLate":0,"processorMs":1.5,"elapsedMs":1000}
    {"type":"leaving"}`,
  tokens: 'null [] {} "waiting" "search_knowledge" "cancel" 1e999 -1 "arguments": "__proto__":',
  read(input) {
    const reports: unknown[] = [];
    const ignore = () => undefined;
    const events = new EventEmitter();
    const link = {
      name: 'worker',
      send: ignore,
      kill: ignore,
      onMessage: (handler: (message: unknown) => void) => void events.on('message', handler),
      onGone: (handler: (why: string) => void) => void events.on('gone', handler),
    };
    const onReport = (report: unknown) => void reports.push(report);
    const answers = { onReady: ignore, onReport, onGone: ignore };
    const worker = new PoolWorker({ link, capacity: 1, log: silentLogger, ...answers });
    events.emit('message', { type: 'ready', pid: 1 });
    events.emit('message', readJsonFrame(input, false));
    events.emit('gone', 'over');
    return [worker, reports];
  },
};
