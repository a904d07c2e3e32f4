import * as z from 'zod'

/** Schemas of a firm's quotas. */

const Used = z.object({ used: z.number().int(), most: z.number().int() })

/** Share of a quota from which the firm is warned. */
export const WARN_FROM = 0.8

/** `invitations` counts those of the last 24 hours, `storage` is in bytes, of files and text. */
export const Usage = z.object({ invitations: Used, storage: Used })
export type Usage = z.infer<typeof Usage>
