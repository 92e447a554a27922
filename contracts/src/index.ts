export * from './conversation-events.ts';
export * from './plan.ts';
export * from './room-messages.ts';
export * from './worker-messages.ts';
