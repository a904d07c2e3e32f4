import * as z from 'zod'
import { isPublicAddress } from '../net/public-address.ts'

const text = z.string().default('')

/** Variables of the sign-in providers. A provider is offered when its client id and secret are set. */
export const OAUTH_VARIABLES = {
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  MICROSOFT_CLIENT_ID: text,
  MICROSOFT_CLIENT_SECRET: text,
  /** Allowed Microsoft accounts: `common`, `organizations`, `consumers`, or the id of one tenant. */
  MICROSOFT_TENANT: z
    .string()
    .regex(/^(common|organizations|consumers|[0-9a-f-]{36})$/)
    .default('common'),
  /** URL of an OpenID Connect issuer, exactly as in its tokens. */
  OIDC_ISSUER: text,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  /** Name on its button. */
  OIDC_NAME: z.string().max(40).default('Single Sign-On'),
} as const

type Variables = z.infer<z.ZodObject<typeof OAUTH_VARIABLES>>

/** Reports incomplete providers, and an issuer that is not a public https URL (except in development). */
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
  for (const [one, other] of pairs) if (s[one] && !s[other]) problem(other, `must be set when ${one} is`)
  for (const [id, secret] of pairs.slice(0, 3)) if (s[secret] && !s[id]) problem(id, `must be set when ${secret} is`)
  if (s.OIDC_ISSUER && !isPublicAddress(s.OIDC_ISSUER, s.ENVIRONMENT === 'development')) {
    problem('OIDC_ISSUER', 'must be a public https address')
  }
}
