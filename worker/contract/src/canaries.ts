import * as z from 'zod'
import { Instant } from './common.ts'
import { GoLive } from './publishing.ts'
import { PrintableText, RemoteName, Semver } from './remotes.ts'
import { FAILURES } from './vitals.ts'

/** Schemas of canary releases: versions that only some people get, in comparison with the live one. */

/** The shares of people, in percent, in which a canary advances. With the last one it is live. */
export const CANARY_STEPS = [5, 25, 50, 100] as const
/** The largest share of a canary. The others keep the live version, which the canary is compared with. */
export const CANARY_PERCENT_MAX = 50

/** Publishes a version gradually, or gives it to more people. */
export const StartCanary = GoLive.extend({
  version: Semver,
  /** The share of all people who get it. */
  percent: z.number().int().min(0).max(CANARY_PERCENT_MAX).default(0),
  /** Gets it regardless of the share: people by address, firms by name or id, with their clients. */
  for: z.array(PrintableText.min(1).max(200)).max(100).default([]),
}).refine(({ percent, for: named }) => percent + named.length > 0, {
  path: ['percent'],
  message: 'A canary needs a share of people, a firm or a person.',
})

/** Stops the canary. Refused with `stale` when it is not the running one. */
export const StopCanary = z.object({ version: Semver, reason: GoLive.shape.reason })
/** Gives the canary, which has this share now, to the next one. */
export const ContinueCanary = z.object({ version: Semver, percent: z.number().int() })

/** Who has used a version since the canary started. */
export const CanaryTally = z.object({
  people: z.number().int(),
  /** The firms of these people. */
  firms: z.number().int(),
  /** For how many of these firms it failed, by kind. */
  failed: z.record(z.enum(FAILURES), z.number().int()),
  /** For how many it failed to load, hung or showed an error (`BROKEN`): the rule counts these together. */
  broken: z.number().int().optional(),
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
  results: z.object({ canary: CanaryTally, live: CanaryTally }),
  /** Why it does not continue by itself now, in words. Absent when it is about to continue. */
  waits: z.object({ for: z.enum(['people', 'time', 'person', 'suspicion']), text: z.string() }).optional(),
})
export type Canary = z.infer<typeof Canary>

/** The share of a canary after a change: 0 when it was stopped, 100 when it is live. */
export const CanaryShare = z.object({ name: RemoteName, version: Semver, percent: z.number().int() })
export type CanaryShare = z.infer<typeof CanaryShare>
