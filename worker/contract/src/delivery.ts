import * as z from 'zod'
import { Day, Instant } from './common.ts'
import { Decision, DescribedSwitch } from './publishing.ts'
import { RemoteName } from './remotes.ts'
import { ROLES } from './statuses.ts'
import { FAILURES } from './vitals.ts'

/** Schemas of the operator page: the state of all remotes, and the health of one over time. */

/** Page loads of a version, and how often each kind of failure occurred. A load can fail in several ways. */
const Outcomes = z.object({
  views: z.number().int(),
  failures: z.record(z.enum(FAILURES), z.number().int()),
})

export const RemoteState = z.object({
  name: RemoteName,
  /** Its name in the navigation; null when it has no entry. */
  label: z.string().nullable(),
  /** Whose portal it belongs to; null when no version is live. */
  role: z.enum(ROLES).nullable(),
  routes: z.array(z.string()),
  live: z.string().nullable(),
  /** Why the running shell cannot load the live version; null when it can. */
  refused: z.string().nullable(),
  /** Since when it is held; null when its version changes automatically. */
  held: Decision.nullable(),
  canary: z.object({ version: z.string(), percent: z.number().int() }).nullable(),
  last_switch: DescribedSwitch.nullable(),
  /** Open tabs that run any version; null when the count is unavailable. */
  tabs: z.number().int().nullable(),
  /** Outcomes of the live version and of the canary within 24 hours. */
  health: z.object({ live: Outcomes, canary: Outcomes.nullable() }),
})
export type RemoteState = z.infer<typeof RemoteState>
export const RemoteStates = z.object({ items: z.array(RemoteState) })

/** The period of the health, in hours. */
export const RemoteHealthQuery = z.object({
  hours: z.coerce
    .number()
    .int()
    .min(1)
    .max(90 * 24)
    .default(24),
})

/** The metrics of the health of a remote: largest paint and latency of interactions. */
export const HEALTH_METRICS = ['LCP', 'INP'] as const

/** The health of a remote by version, from reports of pages. */
export const RemoteHealth = z.object({
  /** The length of the steps of `outcomes`. */
  step: z.enum(['minute', 'hour', 'day']),
  since: Instant,
  outcomes: z.array(Outcomes.extend({ at: Instant, version: z.string() })),
  /** The 75th percentile per day in milliseconds, rounded up to the bound of its bin. */
  metrics: z.array(
    z.object({
      day: Day,
      version: z.string(),
      metric: z.enum(HEALTH_METRICS),
      p75: z.number(),
      reports: z.number().int(),
    }),
  ),
  /** The most frequent errors since the day of `since`: their class and place, without a message. */
  errors: z.array(
    z.object({
      version: z.string(),
      kind: z.string(),
      frames: z.array(z.string()),
      count: z.number().int(),
      last_day: Day,
    }),
  ),
})
export type RemoteHealth = z.infer<typeof RemoteHealth>
