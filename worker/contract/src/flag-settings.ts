import * as z from 'zod'
import { Day, Email, Instant } from './common.ts'
import { FirmReference } from './firm-reference.ts'

/** Schemas of feature flags for the operator page. `flags.ts` lists the flags. */

/** The kinds of targets of a value, the least specific first. */
export const FLAG_TARGETS = ['everyone', 'firm', 'person'] as const

/** A value of a flag: the share of the target's people for whom it is on. */
export const FlagSetting = z.object({
  /** Identifies the target. */
  target: z.string(),
  kind: z.enum(FLAG_TARGETS),
  /** The name of the firm, or name and address of the person; null for everyone. */
  of: z.string().nullable(),
  percent: z.number().int(),
  updated_at: Instant,
})

/** A flag with the values that operators have set. */
export const FlagState = z.object({
  name: z.string(),
  description: z.string(),
  owner: z.string(),
  default: z.boolean(),
  expires: Day,
  values: z.array(FlagSetting),
})
export type FlagState = z.infer<typeof FlagState>
export const FlagStates = z.object({ items: z.array(FlagState) })

export const FlagParam = z.object({ name: z.string().max(100) })
/** Turns a flag on for a share of a firm's people, a person, or, without either, of everyone. */
export const SetFlag = z
  .object({
    percent: z.number().int().min(0).max(100),
    firm: FirmReference.optional(),
    person: Email.optional(),
  })
  .refine(({ firm, person }) => firm === undefined || person === undefined, {
    path: ['person'],
    message: 'A value is for a firm or a person.',
  })
/** Names the value to remove. */
export const ResetFlag = z.object({ target: z.string().min(1).max(100) })
