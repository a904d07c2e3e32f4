import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding'
import { LocalRemote, type PreviewLink } from '@portal/contract/publishing'
import { type RemoteEntry, RemoteName } from '@portal/contract/remotes'
import type { PackageVersions } from '@portal/contract/versions'
import * as z from 'zod'
import type { Context } from '../../context.ts'
import { derivedToken, tokenHash } from '../../crypto/secrets.ts'
import { commit } from '../../db/write.ts'
import { auditRemote } from './audit-remote.ts'
import { candidates } from './live-versions.ts'
import type { Publisher } from './publisher.ts'
import { requireFreeRoutes, shellFacts } from './shell-facts.ts'

/**
 * Remotes that one browser loads from a server on its own machine, instead of the live version. Only the browser that
 * opens the signed link is affected.
 */

const HOUR_MS = 60 * 60_000

const Override = LocalRemote.omit({ hours: true }).extend({
  name: RemoteName,
  /** Milliseconds since 1970. */
  expires: z.number(),
})
export type Override = z.infer<typeof Override>

const sign = ({ settings }: Pick<Context, 'settings'>, payload: string): string =>
  derivedToken(settings.AUTH_SECRET, 'local-remote', payload)

/** Returns the signed token of a link and its cookie. */
function encodeOverride(ctx: Pick<Context, 'settings'>, override: Override): string {
  const payload = encodeBase64urlNoPadding(new TextEncoder().encode(JSON.stringify(override)))
  return `${payload}~${sign(ctx, payload)}`
}

/** Returns the override of a token; undefined when it is invalid or has expired. */
export function openOverride(ctx: Pick<Context, 'settings' | 'now'>, token: string): Override | undefined {
  const [payload = '', signature = ''] = token.split('~')
  // Hashes are compared to prevent timing attacks.
  if (tokenHash(signature) !== tokenHash(sign(ctx, payload))) return undefined
  const json: unknown = JSON.parse(new TextDecoder().decode(decodeBase64urlIgnorePadding(payload)))
  const { data } = Override.safeParse(json)
  return data && data.expires > ctx.now.getTime() ? data : undefined
}

/**
 * Creates a link that makes a browser load a remote from its own machine.
 * @throws AppError `incompatible_remote` when the remote claims pages of the shell or of another remote
 */
export async function localLink(
  ctx: Context,
  publisher: Publisher,
  name: string,
  given: z.output<typeof LocalRemote>,
): Promise<PreviewLink> {
  const { hours, ...local } = given
  const [rows, facts] = await Promise.all([candidates(ctx.db), shellFacts(ctx)])
  requireFreeRoutes({ name, place: local }, facts, rows)
  const ends = new Date(ctx.now.getTime() + hours * HOUR_MS)
  const detail = { origin: local.origin, until: ends.toISOString() }
  await commit(ctx, [auditRemote(publisher, name, 'remote.local_link_created', detail)])
  const token = encodeOverride(ctx, { ...local, name, expires: ends.getTime() })
  return { url: `${ctx.operatorOrigin}/remotes/local?token=${token}`, expires_at: ends.toISOString() }
}

/** Replaces remotes by those on the machine of the browser. */
export function withLocalRemotes(
  remotes: readonly RemoteEntry[],
  overrides: readonly Override[],
  { contract, sdk }: PackageVersions,
): RemoteEntry[] {
  const local = overrides.map(({ name, origin, routes, role, nav }): RemoteEntry => {
    const entry = `${origin}/mf-manifest.json`
    return { name, version: '0.0.0-local', entry, routes, role, nav, contract, sdk, preview: true }
  })
  // Another remote may have claimed a page since the link was created.
  const isReplaced = ({ name, routes }: RemoteEntry): boolean =>
    local.some((own) => own.name === name || own.routes.some((route) => routes.includes(route)))
  return [...remotes.filter((entry) => !isReplaced(entry)), ...local]
}
