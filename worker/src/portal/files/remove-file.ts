import { and, eq, exists } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import { guestSteps } from '../../platform/access/live-guest-link.ts'
import { removableInScope } from '../auth/guests/scope.ts'
import type { ClientContext } from '../../context.ts'
import { files } from '../../platform/db/schema/index.ts'
import { check, commit } from '../../platform/db/write.ts'
import { found } from '../../errors.ts'
import { requireOpenSection } from '../sections/own-section.ts'
import { retireFiles } from '../sections/retire-files.ts'
import { showGuestsChange } from '../sections/show-guests-change.ts'

/**
 * Removes an uploaded file of the client while its section is open.
 * @throws AppError `not_found`, `section_locked`
 */
export async function removeFile(ctx: ClientContext, fileId: string): Promise<{ ok: true }> {
  const { clientId } = ctx.actor
  const own = and(
    eq(files.id, fileId),
    eq(files.client_id, clientId),
    eq(files.purpose, 'answer'),
    eq(files.state, 'stored'),
    removableInScope(ctx.actor),
  )
  const [row] = await ctx.db
    .select({
      name: files.name,
      size: files.size,
      sha256: files.sha256,
      assignment_id: files.assignment_id,
    })
    .from(files)
    .where(own)
  const file = found(row)
  const assignmentId = found(file.assignment_id)
  await commit(ctx, [
    requireOpenSection(ctx, assignmentId),
    ...guestSteps(ctx),
    check('not_found', exists(ctx.db.select({ id: files.id }).from(files).where(own))),
    ...retireFiles(ctx, own),
    ...showGuestsChange(ctx, assignmentId),
    audit(ctx, {
      action: 'file.removed',
      subjectType: 'file',
      subjectId: fileId,
      clientId,
      detail: { assignment_id: assignmentId, name: file.name, size: file.size, sha256: file.sha256 },
    }),
  ])
  return { ok: true }
}
