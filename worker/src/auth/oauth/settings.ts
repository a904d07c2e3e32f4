import * as z from 'zod'
import { isPublicAddress } from '../../net/public-address.ts'

const text = z.string().default('')

/** Variables of the sign-in providers. A provider is offered when its client id and secret are set. */
export const OAUTH_VARIABLES = {
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  MICROSOFT_CLIENT_ID: text,
  MICROSOFT_CLIENT_SECRET: text,
  /** Whose Microsoft accounts may sign in: `common`, `organizations`, `consumers`, or the id of one tenant. */
  MICROSOFT_TENANT: z
    .string()
    .regex(/^(common|organizations|consumers|[0-9a-f-]{36})$/)
    .default('common'),
  /** Any OpenID Connect issuer: its address, exactly as its tokens name it. */
  OIDC_ISSUER: text,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  /** How its button names it. */
  OIDC_NAME: z.string().max(40).default('Single Sign-On'),
} as const

type Variables = z.infer<z.ZodObject<typeof OAUTH_VARIABLES>>

/** Refuses half a provider, and an issuer that is no public https address outside development. */
export function checkOAuth(
  s: Variables & { ENVIRONMENT: string },
  problem: (variable: string, message: string) => void,
): void {
  const pairs = [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
    ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
    ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ] as const
  for (const [one, other] of pairs) if (s[one] && !s[other]) problem(other, `must be set where ${one} is`)
  for (const [id, secret] of pairs.slice(0, 3)) if (s[secret] && !s[id]) problem(id, `must be set where ${secret} is`)
  if (s.OIDC_ISSUER && !isPublicAddress(s.OIDC_ISSUER, s.ENVIRONMENT === 'development')) {
    problem('OIDC_ISSUER', 'must be an https address that is not private')
  }
}
