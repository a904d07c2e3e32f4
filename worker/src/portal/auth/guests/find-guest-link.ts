import type { GuestLink } from '@portal/contract/guests'
import { and, eq, exists } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import {
  bookClients,
  bookClientWorkforms,
  bookWorkforms,
  firms,
  guestLinks,
  profiles,
  workformVersions,
} from '../../../platform/db/schema/index.ts'
import { AppError } from '../../../errors.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import { selectLiveLinks } from '../../../platform/access/live-guest-link.ts'

/**
 * Returns the link of a token, with the question or the section that it is for.
 * @throws AppError `invalid_link` (unknown, expired or ended, or the section cannot be filled in), `too_many_requests`
 */
export async function findGuestLink(ctx: Context, token: string) {
  const attempt = await countAttempt(ctx, 'link')
  const live = selectLiveLinks(ctx, eq(guestLinks.token_hash, tokenHash(token)))
  const [link] = await ctx.db
    .select({
      id: guestLinks.id,
      userId: guestLinks.user_id,
      clientId: guestLinks.client_id,
      assignmentId: guestLinks.assignment_id,
      fieldId: guestLinks.field_id,
      name: guestLinks.name,
      deviceHash: guestLinks.device_hash,
      expiresAt: guestLinks.expires_at,
      firmId: bookClients.firm_id,
      firmName: firms.name,
      clientName: bookClients.name,
      clientEmail: bookClients.email,
      dueDate: bookClientWorkforms.due_date,
      timeZone: profiles.time_zone,
      workformName: bookWorkforms.name,
      sectionName: bookClientWorkforms.section_name,
      fields: workformVersions.fields,
    })
    .from(guestLinks)
    .innerJoin(bookClients, eq(bookClients.id, guestLinks.client_id))
    .innerJoin(firms, eq(firms.id, bookClients.firm_id))
    .innerJoin(profiles, eq(profiles.id, guestLinks.user_id))
    .innerJoin(bookClientWorkforms, eq(bookClientWorkforms.id, guestLinks.assignment_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(workformVersions, eq(workformVersions.id, bookClientWorkforms.workform_version_id))
    .where(and(eq(guestLinks.token_hash, tokenHash(token)), exists(live)))
  // An edit of the workform may have removed the question.
  const question = link?.fieldId === null ? link.sectionName : link?.fields.find(({ id }) => id === link.fieldId)?.name
  if (!link || question === undefined) throw new AppError('invalid_link')
  await attempt.succeeded()
  return { ...link, question, isUsedElsewhere: ![null, tokenHash(ctx.device ?? '')].includes(link.deviceHash) }
}

/** Returns what a link is for. Changes nothing. @throws AppError `invalid_link`, `too_many_requests` */
export async function getGuestLink(ctx: Context, token: string): Promise<GuestLink> {
  const link = await findGuestLink(ctx, token)
  return {
    workform_name: link.workformName,
    section_name: link.sectionName,
    question: link.question,
    expires_at: link.expiresAt,
    is_used_elsewhere: link.isUsedElsewhere,
    ...(link.name === null
      ? {}
      : {
          delegation: {
            name: link.name,
            client_name: link.clientName || link.clientEmail,
            firm_name: link.firmName,
            due_date: link.dueDate,
          },
        }),
  }
}
