import type { OneTapLink } from '@portal/contract/one-tap'
import type { Context } from '../../context.ts'
import { findLink, opensHere } from './find-link.ts'

/** Returns an address of which only the first letter and the domain are readable. */
const masked = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••')

/**
 * Returns whom a link is for, and whether this browser needs a code. Changes nothing.
 * @throws AppError `invalid_link`, `too_many_requests`
 */
export async function getLink(ctx: Context, token: string): Promise<OneTapLink> {
  const link = await findLink(ctx, token)
  const { userId, clientId, name, email } = link
  return { user_id: userId, client_id: clientId, name, email: masked(email), needs_code: !opensHere(link) }
}
