import type { OAuthProviderId } from '@portal/contract/oauth'
import { CHALLENGE_TTL_MS } from '@portal/contract/limits'
import * as z from 'zod'
import type { Context } from '../../../context.ts'
import { newToken } from '../../../platform/crypto/secrets.ts'
import { seal, unseal } from '../../../platform/crypto/seal.ts'
import { getProvider } from './providers.ts'

/** A sign-in that is under way at a provider. The browser keeps it encrypted in a cookie. */
const Flow = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string().optional(),
  until: z.number(),
})
export type Flow = z.infer<typeof Flow>

const USE = 'oauth-flow'

/** Returns the path to open afterwards, or undefined unless it is a path of the portal. */
export function safeNext(next: string | undefined): string | undefined {
  // Browsers drop tabs and line breaks, and treat a backslash as a slash.
  const path = next?.replace(/[\t\r\n]/g, '')
  return path && /^\/(?![/\\])/.test(path) ? path : undefined
}

/** Starts a sign-in through a provider. Returns its URL, the state, and the encrypted flow. @throws OAuthFailure */
export async function startProviderSignIn(
  ctx: Context,
  id: OAuthProviderId,
  next: string | undefined,
): Promise<{ url: URL; state: string; sealed: string }> {
  const provider = await getProvider(ctx, id)
  const secrets = { state: newToken(), nonce: newToken(), verifier: newToken() }
  const path = safeNext(next)
  const flow: Flow = { ...secrets, until: ctx.now.getTime() + CHALLENGE_TTL_MS, ...(path ? { next: path } : {}) }
  const sealed = await seal(ctx.settings, USE, id, Uint8Array.from(new TextEncoder().encode(JSON.stringify(flow))))
  return { url: provider.authorize(secrets), state: secrets.state, sealed }
}

/**
 * Decrypts the flow that this browser started. Returns undefined when it is missing, expired, or of another provider.
 */
export async function unsealFlow(
  ctx: Context,
  id: OAuthProviderId,
  sealed: string | undefined,
): Promise<Flow | undefined> {
  const opened = sealed ? await unseal(ctx.settings, USE, id, sealed) : undefined
  if (!opened) return undefined
  const flow = Flow.parse(JSON.parse(new TextDecoder().decode(opened.plain)))
  return flow.until > ctx.now.getTime() ? flow : undefined
}
