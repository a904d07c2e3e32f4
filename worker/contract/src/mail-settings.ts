import * as z from 'zod'
import { ALL_MAIL_KINDS } from './mail-kinds.ts'

/** Which mail a person gets, set on the profile or by a link in a mail. */

export const MailSetting = z.object({ kind: z.enum(ALL_MAIL_KINDS), on: z.boolean() })
export type MailSetting = z.infer<typeof MailSetting>
/** One for each kind of the person's role. */
export const MailSettings = z.object({ items: z.array(MailSetting) })
export type MailSettings = z.infer<typeof MailSettings>

/** The token of a link in a mail: it says whose mail, and of which kind. */
export const MailLinkQuery = z.object({ token: z.string().min(1).max(2000) })
export const MailLinkState = MailSetting.extend({ address: z.string() })
export type MailLinkState = z.infer<typeof MailLinkState>
