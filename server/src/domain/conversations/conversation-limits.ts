import { concurrencyReached, quotaExceeded, unprocessable } from '../errors.ts';
import type { Organization } from '../organizations/organization.ts';

const DEFAULT_MAX_SECONDS = 600;

/** The limits that a worker enforces. A conversation ends after three minutes in which both sides are silent. */
export const LIVE_LIMITS = {
  joinTimeoutMs: 60_000,
  reconnectGraceMs: 30_000,
  idleTimeoutMs: 180_000,
  wrapUpMs: 30_000,
  finishSentenceMs: 5_000,
} as const;

/** A worker without a heartbeat for this long is considered dead. */
export const HEARTBEAT_LAPSE_MS = 15_000;
/** How long a worker may take to report the end before the service ends the conversation itself. */
export const BACKSTOP_GRACE_MS = 15_000;

/** Returns the effective maximum duration. @throws DomainError `unprocessable` naming the limit */
export function limitDuration(requested: number | null | undefined, organization: Organization): number {
  const limit = organization.maxSessionSeconds;
  if (requested === undefined || requested === null) return Math.min(DEFAULT_MAX_SECONDS, limit - 1);
  if (requested >= limit) {
    throw unprocessable('maxSeconds', `must be below the organization's limit of ${limit} seconds.`);
  }
  return requested;
}

/** @throws DomainError `concurrency_limit` */
export function checkConcurrency(running: number, organization: Organization): void {
  if (running >= organization.concurrentSessions) throw concurrencyReached(organization.concurrentSessions);
}

/** @throws DomainError `quota_exceeded` */
export function checkQuota(usedSeconds: number, organization: Organization): void {
  const quota = organization.monthlySeconds;
  if (quota !== null && usedSeconds >= quota) {
    throw quotaExceeded(`The organization has used all of its ${quota} seconds in this billing cycle.`);
  }
}

/** Maximum length of the template variables as JSON, as for a context: the conversation stores them. */
const VARIABLES_CHARACTERS = 100_000;

/** @throws DomainError `unprocessable` */
export function checkVariables(variables: Record<string, unknown> | null): void {
  if (variables && JSON.stringify(variables).length > VARIABLES_CHARACTERS) {
    throw unprocessable('variables', `must not be longer than ${VARIABLES_CHARACTERS} characters as JSON.`);
  }
}
