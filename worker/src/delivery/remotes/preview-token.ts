import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding'
import type { LocalRemote } from '@portal/contract/publishing'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { derivedToken, tokenHash } from '../../platform/crypto/secrets.ts'

/** What the holder of a link sees of a remote instead of the live version. */
export interface Preview {
  name: string
  /** An uploaded version, or `LOCAL_VERSION`. */
  version: string
  /** Milliseconds since 1970. */
  issued: number
  expires: number
  /** A remote that the browser loads from a server on its own machine. */
  local?: Omit<z.output<typeof LocalRemote>, 'hours'> | undefined
}

/** The longest token that a link may have. */
export const TOKEN_MAX = 3000

/** The version of remotes from the machine of the browser. */
export const LOCAL_VERSION = '0.0.0-local'

const sign = ({ settings }: Pick<Context, 'settings'>, parts: readonly string[]): string =>
  derivedToken(settings.AUTH_SECRET, 'remote-preview', ...parts)

/** Returns the signed token of a link and its cookie. */
export function encodePreview(ctx: Pick<Context, 'settings'>, preview: Preview): string {
  const { name, version, issued, expires, local } = preview
  const parts = [name, version, String(issued), String(expires)]
  if (local) parts.push(encodeBase64urlNoPadding(new TextEncoder().encode(JSON.stringify(local))))
  return [...parts, sign(ctx, parts)].join('~')
}

/** Returns the preview of a token; undefined when it is invalid or has expired. */
export function openPreview(ctx: Pick<Context, 'settings' | 'now'>, token: string): Preview | undefined {
  const parts = token.split('~')
  const signature = parts.pop() ?? ''
  // Hashes are compared to prevent timing attacks.
  if (tokenHash(signature) !== tokenHash(sign(ctx, parts))) return undefined
  const [name = '', version = '', issued, expires, encoded] = parts
  if (!(Number(expires) > ctx.now.getTime())) return undefined
  const local =
    encoded && (JSON.parse(new TextDecoder().decode(decodeBase64urlIgnorePadding(encoded))) as Preview['local'])
  return { name, version, issued: Number(issued), expires: Number(expires), ...(local && { local }) }
}
