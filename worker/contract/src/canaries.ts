import * as z from 'zod'
import { Email, Instant } from './common.ts'
import { FirmReference } from './firm-reference.ts'
import { RemoteName, Semver } from './remotes.ts'
import { FAILURES } from './vitals.ts'

/** Schemas of canary releases: versions that only some people get, in comparison with the live one. */

/** The shares of people, in percent, in which a canary advances. With the last one it is live. */
export const CANARY_STEPS = [5, 25, 50, 100] as const
/** The largest share of a canary. The others keep the live version, which the canary is compared with. */
export const CANARY_PERCENT_MAX = 50

/** So many people must have used a canary of named firms or people before its team sees results. */
export const NAMED_RESULTS_MIN = 5

/** Starts a canary, or changes who gets a running one. */
export const StartCanary = z
  .object({
    version: Semver,
    /** The share of all people who get it. */
    percent: z.number().int().min(0).max(CANARY_PERCENT_MAX).default(0),
    /** Firms whose bookkeepers and clients get it. */
    firms: z.array(FirmReference).max(100).default([]),
    /** Addresses of people who get it. */
    people: z.array(Email).max(100).default([]),
  })
  .refine(({ percent, firms, people }) => percent + firms.length + people.length > 0, {
    path: ['percent'],
    message: 'A canary needs a share of people, a firm or a person.',
  })

/** Names the canary to change. Refused with `stale` when it is not the running one. */
export const CanaryVersion = z.object({ version: Semver })
/** Advances the canary from this share to the next one. */
export const AdvanceCanary = z.object({ version: Semver, percent: z.number().int() })

/** Who has used a version since the canary started. */
export const CanaryTally = z.object({
  people: z.number().int(),
  /** The firms of these people. */
  firms: z.number().int(),
  /** For how many of these firms it failed, by kind. */
  failed: z.record(z.enum(FAILURES), z.number().int()),
})
export type CanaryTally = z.infer<typeof CanaryTally>

/** A running canary. */
export const Canary = z.object({
  name: RemoteName,
  version: Semver,
  /** The version that it is compared with. */
  live: Semver.nullable(),
  percent: z.number().int(),
  /** The next share. With 100 it is live. */
  next: z.number().int(),
  /** How many firms and people were named. */
  firms: z.number().int(),
  people: z.number().int(),
  /** Their names; only for operators. */
  names: z.array(z.string()).optional(),
  started_by: z.string(),
  started_at: Instant,
  /** When the share last changed. */
  step_at: Instant,
  /** Null for a team while fewer than `NAMED_RESULTS_MIN` people have used a canary of named firms or people. */
  results: z.object({ canary: CanaryTally, live: CanaryTally }).nullable(),
})
export type Canary = z.infer<typeof Canary>

/** The share of a canary after a change: 0 when it was stopped, 100 when it is live. */
export const CanaryShare = z.object({ name: RemoteName, version: Semver, percent: z.number().int() })
export type CanaryShare = z.infer<typeof CanaryShare>
