import * as z from 'zod'
import { Day, Id, Instant, requiredText } from './common.ts'
import { DELEGATE_NAME_MAX, DELEGATION_DAYS } from './limits.ts'

/**
 * Schemas of guest links. Each lets one other browser answer one question of a section for a short time, or another
 * person fill in a whole section for some days.
 */

/** The path of the page that guest links open. The token comes after `#`, which browsers send to no server. */
export const GUEST_PATH = '/guest'

const FieldId = z.string().min(1).max(100)

/** Asks for a link to a question with files. */
export const NewGuestLink = z.object({ field: FieldId })

/** A new link. Only this response contains the token. */
export const CreatedGuestLink = z.object({ id: Id, token: z.string(), expires_at: Instant })
export type CreatedGuestLink = z.infer<typeof CreatedGuestLink>

/** A link of the signed-in client. `opened_at` is null until a browser has opened it. */
export const OwnGuestLink = z.object({
  id: Id,
  opened_at: Instant.nullable(),
  expires_at: Instant,
  /** Whether it works: it was not ended, and the section is open. */
  is_live: z.boolean(),
})
export type OwnGuestLink = z.infer<typeof OwnGuestLink>

/** Asks for a link with which another person fills in a section. `name` is how both sides see that person. */
export const NewDelegation = z.object({
  name: requiredText(DELEGATE_NAME_MAX, 'line').meta({ examples: ['Ben Okafor'] }),
  days: z.literal(DELEGATION_DAYS),
})
export type NewDelegation = z.infer<typeof NewDelegation>

/** A link with which another person fills in a section. `opened_at` is null until a browser has opened it. */
export const Delegation = z.object({
  id: Id,
  name: z.string(),
  created_at: Instant,
  opened_at: Instant.nullable(),
  last_used_at: Instant.nullable(),
  expires_at: Instant,
})
export type Delegation = z.infer<typeof Delegation>
/** The links of a section that work, newest first. */
export const Delegations = z.object({ items: z.array(Delegation) })
export type Delegations = z.infer<typeof Delegations>

/** An answer, or a file of one, that came through the link of another person and was not changed since. */
export const Contribution = z.object({ field_id: z.string(), file_id: Id.nullable(), name: z.string() })
export type Contribution = z.infer<typeof Contribution>

// A truncated or mistyped token counts as an unknown link.
export const GuestToken = z.object({ token: z.string().max(200) })

/** Who asks another person to fill in a section, and by when. `name` is the person's. */
const Asker = z.object({
  name: z.string(),
  client_name: z.string(),
  firm_name: z.string(),
  due_date: Day.nullable(),
})

/** What a valid link is for. `is_used_elsewhere`: another browser has opened it, so it does not open in this one. */
export const GuestLink = z.object({
  workform_name: z.string(),
  section_name: z.string(),
  /** The question, or the name of the section if the link is for all of it. */
  question: z.string(),
  expires_at: Instant,
  is_used_elsewhere: z.boolean(),
  /** Set if the link is for a whole section. */
  delegation: Asker.optional(),
})
export type GuestLink = z.infer<typeof GuestLink>
