import * as z from 'zod'
import { isClientPath } from './client-path.ts'
import { Id } from './common.ts'

/** Schemas of one-tap links, which sign a client in from a mail. */

const Token = z.string().max(200)
export const OneTapToken = z.object({ token: Token })

/** A valid link. `needs_code`: it was first opened in another browser. `email` is masked. */
export const OneTapLink = z.object({
  user_id: Id,
  client_id: Id,
  name: z.string(),
  email: z.string(),
  needs_code: z.boolean(),
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
