import * as z from 'zod'

/** What the health routes tell: to whoever asks, so no addresses, no messages of errors, no counts of people. */

/** Which software answers. */
export const DeployedVersions = z.object({
  /** The release of the worker and the shell, as it was deployed. */
  release: z.string(),
  shell: z.string().nullable(),
  contract: z.string().nullable(),
  sdk: z.string().nullable(),
})

const Check = z.object({
  ok: z.boolean(),
  /** Milliseconds until it answered, or was given up. */
  ms: z.number(),
})

/** Whether each part that the portal needs answers. Without one of these it cannot serve. */
export const HealthNeeds = z.object({
  database: Check,
  writer: Check,
  uploads: Check,
  documents: Check,
  remotes: Check,
})
export type HealthNeeds = z.infer<typeof HealthNeeds>

/** What may lag behind while the portal serves. */
export const HealthLag = z.object({
  mail: z.enum(['configured', 'missing']),
  /** Seconds for which the oldest open row of the outbox has been due; 0 where none is. */
  outbox_late_s: z.number().nullable(),
})

export const Live = z.object({ status: z.literal('ok'), release: z.string() })
/** `degraded`: it serves, but something that follows (mail, events) lags behind. */
export const Health = z.object({
  status: z.enum(['ok', 'degraded']),
  versions: DeployedVersions,
  needs: HealthNeeds,
  follows: HealthLag,
})
export type Health = z.infer<typeof Health>
