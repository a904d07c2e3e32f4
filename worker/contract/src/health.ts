import * as z from 'zod'

/** Schemas of the health routes. They are public, so they contain no addresses, error messages or user counts. */

/** The deployed versions. */
export const DeployedVersions = z.object({
  /** Release of worker and shell. */
  release: z.string(),
  shell: z.string().nullable(),
  contract: z.string().nullable(),
  sdk: z.string().nullable(),
})

const Check = z.object({
  ok: z.boolean(),
  /** Milliseconds until the response or the timeout. */
  ms: z.number(),
})

/** The services that the portal cannot work without. */
export const HealthNeeds = z.object({
  database: Check,
  writer: Check,
  uploads: Check,
  documents: Check,
  remotes: Check,
})
export type HealthNeeds = z.infer<typeof HealthNeeds>

/** Background work that can lag behind while the portal works. */
export const HealthLag = z.object({
  mail: z.enum(['configured', 'missing']),
  /** Seconds that the oldest outbox row is overdue; 0 when none is, null when unknown. */
  outbox_late_s: z.number().nullable(),
  /** Lanes of the outbox and other background work that failed at least twice in a row. */
  failing: z.array(z.string()),
  /** Rows of due work, such as digests, that failed again and again and are tried once a day; null when unknown. */
  set_aside: z.number().nullable(),
})

export const Live = z.object({ status: z.literal('ok'), release: z.string() })
/** `degraded`: the portal works, but background work (mail, events) lags behind or fails. */
export const Health = z.object({
  status: z.enum(['ok', 'degraded']),
  versions: DeployedVersions,
  needs: HealthNeeds,
  follows: HealthLag,
})
export type Health = z.infer<typeof Health>
