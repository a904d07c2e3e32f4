import * as z from 'zod'
import { Email, Instant } from './common.ts'
import { FirmReference } from './firm-reference.ts'
import { FlagDeclaration } from './remotes.ts'

/** Schemas of feature flags for the operator page. */

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
  /** What its owner, a remote or `shell`, says about it; null if neither the shell nor a live version declares it. */
  declared: FlagDeclaration.extend({ owner: z.string() }).nullable(),
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
