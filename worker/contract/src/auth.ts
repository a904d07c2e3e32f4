import * as z from 'zod'
import { changedText, Day, Email, Id, Instant, optionalText, requiredText, TimeZone, TimeZoneHint } from './common.ts'
import { tooManyCharacters } from './limit-messages.ts'
import { BOOKKEEPER_PASSWORD_MIN, PASSWORD_MAX } from './limits.ts'
import { CLIENT_STATUSES, ROLES } from './statuses.ts'

/** Schemas for sign-in, sign-up, sessions, passwords and profiles. */

const Password = z.string().min(1, 'Please enter a password.').max(PASSWORD_MAX)
const BookkeeperPassword = z
  .string()
  .min(BOOKKEEPER_PASSWORD_MIN, 'Password must be at least 6 characters long.')
  .max(PASSWORD_MAX, tooManyCharacters(PASSWORD_MAX))
/** A six-digit code from a mail. */
export const MailedCode = z
  .string()
  .regex(/^\d{6}$/, 'Please enter the 6-digit code.')
  .meta({ examples: ['123456'] })
// A truncated or mistyped token counts as an unknown link, not as a malformed request.
const Token = z.string().max(2000)
export const CodePurpose = z.enum(['signup', 'recovery'])
export type CodePurpose = z.infer<typeof CodePurpose>

export const SignUp = z.object({
  name: requiredText(120, 'line'),
  email: Email,
  password: BookkeeperPassword,
  company: optionalText(120, 'line'),
  timeZone: TimeZoneHint.optional(),
})
export const ConfirmEmail = z.object({ token: Token })
/** Makes a browser known to the account of a mailed link. */
export const UseBrowser = z.object({ token: Token })
/** `awaiting_approval` is true when the portal operator has to approve the account first. */
export const Confirmed = z.object({ ok: z.literal(true), awaiting_approval: z.boolean() })
/** Requests another confirmation mail. */
export const ResendConfirmation = z.object({ email: Email })
/** Approves a sign-up, using the token from the mail to the operator. */
export const ApproveSignUp = z.object({ token: Token })
export const ApprovedSignUp = z.object({ email: z.string() })
export const SignIn = z.object({ email: Email, password: Password, portal: z.enum(ROLES) })

/** The signed-in user. `client_id` is null for bookkeepers. */
export const SessionUser = z.object({
  id: Id,
  email: z.string(),
  role: z.enum(ROLES),
  name: z.string(),
  company: z.string().nullable(),
  time_zone: z.string(),
  client_id: Id.nullable(),
})
export type SessionUser = z.infer<typeof SessionUser>

/** What a guest session is limited to: a question, or with `field_id` null a whole section. */
export const GuestScope = z.object({ assignment_id: Id, field_id: z.string().nullable() })
export type GuestScope = z.infer<typeof GuestScope>

/**
 * The session in local storage. The refresh token is in a cookie that scripts cannot read. A guest session has neither:
 * it lives in one tab, without name and address of the client, and opening its link again renews it.
 */
export const Session = z.object({
  access_token: z.string(),
  expires_at: Instant.meta({ description: 'When the access token expires' }),
  session_id: Id,
  user: SessionUser,
  guest: GuestScope.optional(),
})
export type Session = z.infer<typeof Session>

export const ResetRequest = z.object({ email: Email })
export const ResetToken = z.object({ token: Token })
export const ResetPassword = z.object({ token: Token, password: BookkeeperPassword })
/** Changes the password, or sets the first one, with a mailed code instead of the current password. */
export const ChangePassword = z.object({
  current_password: Password.optional(),
  email_code: MailedCode.optional(),
  new_password: z.string().min(1, 'Please enter a new password').max(PASSWORD_MAX),
})

export const RequestCode = z.object({ email: Email, purpose: CodePurpose })
export const CheckCode = z.object({
  email: Email,
  purpose: CodePurpose,
  code: MailedCode,
})
export const SetupToken = z.object({ setup_token: z.string() })
/** `timeZone` is the browser's. It is stored on the profile so that no message is sent at night. */
export const SetClientPassword = z.object({
  setup_token: Token,
  password: z.string().max(PASSWORD_MAX),
  timeZone: TimeZoneHint.optional(),
})

export const InvitationToken = z.object({ token: Token })
/** `account` is true when the address already has an account; its owner signs in to accept. */
export const Invitation = z.object({ email: z.string(), name: z.string(), account: z.boolean() })
export const AcceptInvitation = z.object({
  token: Token,
  password: z.string().max(PASSWORD_MAX),
  timeZone: TimeZoneHint.optional(),
})

/** The result of `get_user_role`. */
export const UserRole = z.object({ role: z.enum(ROLES) })

export const Profile = z.object({
  id: Id,
  role: z.enum(ROLES),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  time_zone: z.string(),
  /** True when the client's status is `active`. Screens use `client_status`, because onboarding is not inactive. */
  is_active: z.boolean(),
  client_status: z.enum(CLIENT_STATUSES).nullable(),
  member_since: Day,
})
export type Profile = z.infer<typeof Profile>
/** The only part of the profile that clients can change. */
export const SetTimeZone = z.object({ time_zone: TimeZone })
export const UpdateProfile = z.object({
  name: requiredText(120, 'line'),
  company: changedText(120, 'line'),
  time_zone: TimeZone,
})
