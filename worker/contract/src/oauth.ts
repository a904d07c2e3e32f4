import * as z from 'zod'
import { Id, Instant, TimeZone } from './common.ts'
import { Session } from './auth.ts'
import { SecondFactorRequired } from './factors.ts'
import { PASSWORD_MAX } from './limits.ts'

/** Requests and answers of signing in through a provider (ruling 6). Bookkeepers only. */

export const OAuthProviderId = z.enum(['google', 'microsoft', 'oidc'])
export type OAuthProviderId = z.infer<typeof OAuthProviderId>

/** A provider that is configured, as its button names it. */
export const OAuthProvider = z.object({ id: OAuthProviderId, name: z.string() })
export type OAuthProvider = z.infer<typeof OAuthProvider>
/** Whether bookkeepers can sign up: right away, once the operator of the portal has approved, or not at all. */
export const SignUpMode = z.enum(['open', 'approval', 'closed'])
export type SignUpMode = z.infer<typeof SignUpMode>
export const OAuthProviders = z.object({ providers: z.array(OAuthProvider), sign_up: SignUpMode })
export type OAuthProviders = z.infer<typeof OAuthProviders>

export const ProviderParam = z.object({ provider: OAuthProviderId })
/** `next` is the path inside the portal to go to afterwards; what is none is left out. */
export const OAuthStart = z.object({ next: z.string().max(2000).optional() })
/** What a provider sends a browser back with. */
export const OAuthCallback = z.object({
  state: z.string().max(500).optional(),
  code: z.string().max(5000).optional(),
  error: z.string().max(200).optional(),
  iss: z.string().max(500).optional(),
})

export const OAuthFinish = z.object({ timeZone: TimeZone.optional() })
/** The address already has an account here: whoever owns it shows its password, once, and the two are linked. */
export const LinkRequired = z.object({ link: z.object({ email: z.string(), provider: z.string() }) })
export type LinkRequired = z.infer<typeof LinkRequired>
export const OAuthResult = z.union([Session, SecondFactorRequired, LinkRequired])
export type OAuthResult = z.infer<typeof OAuthResult>

export const OAuthLink = z.object({ password: z.string().min(1, 'Please enter your password.').max(PASSWORD_MAX) })

/** An account at a provider that is linked to the own one. */
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
