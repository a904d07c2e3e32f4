import type { OAuthProviderId } from '@portal/contract/oauth'
import { CHALLENGE_TTL_MS } from '@portal/contract/limits'
import * as z from 'zod'
import type { Context } from '../../context.ts'
import { newToken } from '../../crypto/secrets.ts'
import { seal, unseal } from '../../crypto/seal.ts'
import { openProvider } from './providers.ts'

/** What a browser carries, sealed, from the portal to a provider and back. */
const Flow = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string().optional(),
  until: z.number(),
})
export type Flow = z.infer<typeof Flow>

const USE = 'oauth-flow'

/** The path inside the portal to go to afterwards, or undefined: never another site. */
export function safeNext(next: string | undefined): string | undefined {
  // As a browser reads it: tabs and line breaks are dropped, and a backslash is a slash.
  const path = next?.replace(/[\t\r\n]/g, '')
  return path && /^\/(?![/\\])/.test(path) ? path : undefined
}

/**
 * Begins a way through a provider. @returns its address, the state, and what this browser is to bring back (sealed)
 * @throws OAuthFailure
 */
export async function beginOAuth(
  ctx: Context,
  id: OAuthProviderId,
  next: string | undefined,
): Promise<{ url: URL; state: string; sealed: string }> {
  const provider = await openProvider(ctx, id)
  const secrets = { state: newToken(), nonce: newToken(), verifier: newToken() }
  const path = safeNext(next)
  const flow: Flow = { ...secrets, until: ctx.now.getTime() + CHALLENGE_TTL_MS, ...(path ? { next: path } : {}) }
  const sealed = await seal(ctx.settings, USE, id, Uint8Array.from(new TextEncoder().encode(JSON.stringify(flow))))
  return { url: provider.authorize(secrets), state: secrets.state, sealed }
}

/** What this browser was sent away with, where it was, to this provider, and not too long ago. */
export async function openFlow(
  ctx: Context,
  id: OAuthProviderId,
  sealed: string | undefined,
): Promise<Flow | undefined> {
  const opened = sealed ? await unseal(ctx.settings, USE, id, sealed) : undefined
  if (!opened) return undefined
  const flow = Flow.parse(JSON.parse(new TextDecoder().decode(opened.plain)))
  return flow.until > ctx.now.getTime() ? flow : undefined
}
