import * as z from 'zod'
import { ALL_MAIL_KINDS } from './mail-kinds.ts'

/** Schemas for choosing which mail to receive, on the profile or by a link in a mail. */

export const MailSetting = z.object({ kind: z.enum(ALL_MAIL_KINDS), on: z.boolean() })
export type MailSetting = z.infer<typeof MailSetting>
/** One setting for each kind of mail of the person's role. */
export const MailSettings = z.object({ items: z.array(MailSetting) })
export type MailSettings = z.infer<typeof MailSettings>

/** The signed token of an unsubscribe link; it contains the address and the kinds of mail. */
export const MailLinkQuery = z.object({ token: z.string().min(1).max(2000) })
/** What a link switches: all `kinds`, of which `kind` is the first. It is on while any of them is. */
export const MailLinkState = MailSetting.extend({
  address: z.string(),
  kinds: z.array(z.enum(ALL_MAIL_KINDS)).optional(),
})
export type MailLinkState = z.infer<typeof MailLinkState>
