import type { OrganizationPlan } from '@visavis/contracts';

export interface OrganizationLimits {
  /** A conversation's duration must be below this. */
  maxSessionSeconds: number;
  concurrentSessions: number;
  documentBytes: number;
  /** Bytes of all documents and pictures together. */
  storedBytes: number;
  /** Seconds of conversation per billing cycle; `null` means unlimited. */
  monthlySeconds: number | null;
}

/** The settings that the operator controls. */
export interface OrganizationSettings extends OrganizationLimits {
  plan: OrganizationPlan;
  /** Price per second in the organization's currency. */
  chargeBySecond: number;
  /** Day of the month, 1..28, on which a billing cycle begins (UTC). */
  anchorDay: number;
  /** Origins from which browsers may call with a client token; if empty, all are allowed. */
  allowedOrigins: string[];
  /** Days for which ended conversations are kept; 0: until they are deleted; `null`: the service's default. */
  retentionDays: number | null;
}

export interface Organization extends OrganizationSettings {
  id: string;
  name: string;
  createdAt: Date;
  updatedAt: Date;
}

export const DEFAULT_LIMITS: OrganizationLimits = {
  maxSessionSeconds: 3600,
  concurrentSessions: 10,
  documentBytes: 50 * 1024 * 1024,
  storedBytes: 10 * 1024 ** 3,
  monthlySeconds: null,
};
