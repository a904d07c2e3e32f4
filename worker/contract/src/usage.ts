import * as z from 'zod'

/** What a firm uses of what the portal's operator grants it. */

const Used = z.object({ used: z.number().int(), most: z.number().int() })

/** The part of a limit from which a firm is warned. */
export const WARN_FROM = 0.8

/** `invitations`: sent within the last 24 hours. `storage`: bytes of files. */
export const Usage = z.object({ invitations: Used, storage: Used })
export type Usage = z.infer<typeof Usage>
