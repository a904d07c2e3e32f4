import { and, gt, isNull, type SQL } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { remoteTokens } from '../../db/schema/index.ts'

/** Returns the condition for publishing tokens that are neither revoked nor expired. */
export const isValidToken = ({ now }: Pick<Context, 'now'>): SQL | undefined =>
  and(isNull(remoteTokens.revoked_at), gt(remoteTokens.expires_at, now.toISOString()))

/** Returns the name of a token's holder, as history and audit log show it. */
export const holderOf = ({ id, label }: { id: string; label: string | null }): string => label ?? `token ${id}`
