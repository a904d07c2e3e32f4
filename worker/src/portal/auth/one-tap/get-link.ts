import type { OneTapLink } from '@portal/contract/one-tap'
import type { Context } from '../../../context.ts'
import { findLinkOrInvitation, opensHere } from './find-link.ts'
import { waitingFor } from './waiting-for.ts'

/** Returns an address of which only the first letter and the domain are readable. */
const masked = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••')

/**
 * Returns whom a link or an invitation is for, what waits, and whether this browser needs a code. Changes nothing.
 * @throws AppError `invalid_link`, `too_many_requests`
 */
export async function getLink(ctx: Context, token: string): Promise<OneTapLink> {
  const found = await findLinkOrInvitation(ctx, token)
  const { clientId, name, firm, email } = 'link' in found ? found.link : found.invitation
  const invitation = 'invitation' in found ? found.invitation : undefined
  const user_id = 'link' in found ? found.link.userId : (found.invitation.account ?? found.invitation.id)
  const needs_code = 'link' in found && !opensHere(found.link)
  const is_new = invitation?.account === null
  const is_offer = invitation !== undefined && !is_new
  // What waits is shown only where the button would open it.
  const waiting = needs_code || is_offer ? null : await waitingFor(ctx, clientId)
  return { user_id, client_id: clientId, name, firm, email: masked(email), needs_code, is_new, is_offer, waiting }
}
