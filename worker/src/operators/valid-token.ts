import { and, gt, isNull, type SQL } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { remoteTokens } from '../db/schema/index.ts'

/** Returns the condition for publishing tokens that are neither revoked nor expired. */
export const isValidToken = ({ now }: Pick<Context, 'now'>): SQL | undefined =>
  and(isNull(remoteTokens.revoked_at), gt(remoteTokens.expires_at, now.toISOString()))
