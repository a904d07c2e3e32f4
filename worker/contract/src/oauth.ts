import * as z from 'zod'
import { Id, Instant, TimeZoneHint } from './common.ts'
import { Session } from './auth.ts'
import { SecondFactorRequired } from './factors.ts'
import { PASSWORD_MAX } from './limits.ts'

/** Schemas for signing in through a provider. Bookkeepers only. */

export const OAuthProviderId = z.enum(['google', 'microsoft', 'oidc'])
export type OAuthProviderId = z.infer<typeof OAuthProviderId>

/** A configured provider, with the name on its button. */
export const OAuthProvider = z.object({ id: OAuthProviderId, name: z.string() })
export type OAuthProvider = z.infer<typeof OAuthProvider>
/** Whether bookkeepers can sign up freely, after approval by the portal operator, or not at all. */
export const SignUpMode = z.enum(['open', 'approval', 'closed'])
export type SignUpMode = z.infer<typeof SignUpMode>
export const OAuthProviders = z.object({ providers: z.array(OAuthProvider), sign_up: SignUpMode })
export type OAuthProviders = z.infer<typeof OAuthProviders>

export const ProviderParam = z.object({ provider: OAuthProviderId })
/** `next` is the path to open after sign-in. Anything but a path of the portal is ignored. */
export const OAuthStart = z.object({ next: z.string().max(2000).optional() })
/** Parameters of the redirect from the provider. */
export const OAuthCallback = z.object({
  state: z.string().max(500).optional(),
  code: z.string().max(5000).optional(),
  error: z.string().max(200).optional(),
  iss: z.string().max(500).optional(),
})

export const OAuthFinish = z.object({ timeZone: TimeZoneHint.optional() })
/** The address already has an account. Its owner enters the password once to link the two. */
export const LinkRequired = z.object({ link: z.object({ email: z.string(), provider: z.string() }) })
export type LinkRequired = z.infer<typeof LinkRequired>
export const OAuthResult = z.union([Session, SecondFactorRequired, LinkRequired])
export type OAuthResult = z.infer<typeof OAuthResult>

export const OAuthLink = z.object({ password: z.string().min(1, 'Please enter your password.').max(PASSWORD_MAX) })

/** A linked account at a provider. */
export const Identity = z.object({
  id: Id,
  provider: OAuthProviderId,
  name: z.string(),
  email: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
})
export type Identity = z.infer<typeof Identity>
export const Identities = z.object({
  identities: z.array(Identity),
  has_password: z.boolean(),
})
export type Identities = z.infer<typeof Identities>
