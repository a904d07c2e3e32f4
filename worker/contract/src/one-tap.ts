import * as z from 'zod'
import { isClientPath } from './client-path.ts'
import { Day, Id, TimeZoneHint } from './common.ts'

/** Schemas of one-tap links, which sign a client in from a mail. */

const Token = z.string().max(200)
export const OneTapToken = z.object({ token: Token })

/** Opens a link. `timeZone` is that of the browser, for a client who begins with it. */
export const OpenOneTapLink = OneTapToken.extend({ timeZone: TimeZoneHint.optional() })

/** What waits for a client: sections to fill in, the first due date among them, and unread messages. */
export const OneTapWaiting = z.object({
  sections: z.int(),
  first_due: Day.nullable(),
  messages: z.int(),
})
export type OneTapWaiting = z.infer<typeof OneTapWaiting>

/**
 * A valid link. `email` is masked. `is_new`: it is the invitation of someone without an account; `user_id` is then the
 * id of the invitation. `needs_code`: it was first opened in another browser. `is_offer`: it is the invitation
 * of a further firm, on which the owner of the account decides after signing in. In these two cases, `waiting` is null.
 */
export const OneTapLink = z.object({
  user_id: Id,
  client_id: Id,
  name: z.string(),
  firm: z.string(),
  email: z.string(),
  needs_code: z.boolean(),
  is_new: z.boolean(),
  is_offer: z.boolean(),
  waiting: OneTapWaiting.nullable(),
})
export type OneTapLink = z.infer<typeof OneTapLink>

export const ConfirmDevice = OneTapToken.extend({
  code: z.string().regex(/^\d{6}$/, 'Please enter the 6-digit code.'),
})

/** Asks for a new link to a page. */
export const RenewLink = OneTapToken.extend({
  path: z
    .string()
    .refine(isClientPath, 'This page does not exist.')
    .meta({ examples: ['/client-dashboard'] }),
})

/** Turns one-tap links in the mails of a firm on or off. */
export const SwitchOneTapLinks = z.object({ on: z.boolean() })
