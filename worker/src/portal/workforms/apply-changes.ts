import { and, eq, exists, isNull, type SQL, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookClientWorkforms, bookWorkforms, workformChanges } from '../../platform/db/schema/index.ts'
import { isNotDone } from '../../platform/db/section-phase.ts'
import { check, commit, type Step, step } from '../../platform/db/write.ts'
import { isAppError } from '../../errors.ts'
import type { DueWork, DueWorkDeps } from '../../platform/outbox/due-work.ts'
import { handleDueRows } from '../../platform/outbox/handle-due-rows.ts'
import { portalContext } from '../../portal-context.ts'
import { sectionsOf } from '../sections/assignable.ts'
import { assignedClients, batchSize } from './client-batches.ts'
import { reconcileSteps } from './reconcile.ts'
import { usedVersions } from './used-versions.ts'
import { withdrawSteps } from './withdraw-workform.ts'

/** Time after which a run starts no further batch of a workform: the alarm of the dispatcher waits for it. */
const RUN_MS = 5000

/** Returns a query for a change with its workform. */
const changeOf = ({ db }: Pick<BookkeeperContext, 'db'>, id: string) =>
  db
    .select({
      firm_id: workformChanges.firm_id,
      changed_by: workformChanges.changed_by,
      after: workformChanges.after_client,
      due_at: workformChanges.due_at,
      name: bookWorkforms.name,
      version: bookWorkforms.version,
      deleted_at: bookWorkforms.deleted_at,
    })
    .from(workformChanges)
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, workformChanges.workform_id))
    .where(eq(workformChanges.workform_id, id))
type Change = Awaited<ReturnType<typeof changeOf>>[number]

/** The portal on behalf of the bookkeeper who made the change, whose firm's turns in the Writer it takes. */
const contextOf = ({ env, now }: DueWorkDeps, { firm_id, changed_by }: Change): BookkeeperContext => ({
  ...portalContext(env, now),
  actor: { userId: changed_by, firmId: firm_id, role: 'bookkeeper', clientId: null, sessionId: '', timeZone: 'UTC' },
})

/** Returns a condition: the workform has been neither edited nor deleted since the change was read. */
const isCurrent = (id: string, { version, deleted_at }: Change): SQL | undefined =>
  and(
    eq(bookWorkforms.id, id),
    eq(bookWorkforms.version, version),
    deleted_at ? undefined : isNull(bookWorkforms.deleted_at),
  )

/** Returns how a change is applied: the steps for some clients, and how many sections each has afterwards. */
async function planOf(ctx: BookkeeperContext, id: string, { name, version, deleted_at }: Change) {
  if (deleted_at) return { sections: 0, stepsFor: (clients: string[]) => withdrawSteps(ctx, id, name, clients) }
  const used = await usedVersions(ctx.db, id)
  const current = used.find((v) => v.version === version)
  if (!current) return undefined
  const { id: versionId, fields } = current
  const workform = { id, name, fields }
  return {
    sections: sectionsOf(fields).length,
    stepsFor: (clients: string[]): Step[] => reconcileSteps(ctx, { workform, versionId, used, clients }),
  }
}

/** Applies the change of a workform to the sections of the next clients. @returns whether there may be more */
async function applyChange(deps: DueWorkDeps, id: string): Promise<boolean> {
  const [change] = await changeOf(portalContext(deps.env, deps.now), id)
  if (!change) return false
  const ctx = contextOf(deps, change)
  const plan = await planOf(ctx, id, change)
  if (!plan) return true
  const condition = change.deleted_at ? isNotDone(bookClientWorkforms.status) : undefined
  const clients = await assignedClients(ctx.db, id, change.after, condition)
  const current = ctx.db.select({ id: bookWorkforms.id }).from(bookWorkforms).where(isCurrent(id, change))
  let { after } = change
  const isReached = () => and(eq(workformChanges.workform_id, id), eq(workformChanges.after_client, after))
  const until = Date.now() + RUN_MS
  while (clients.length > 0 && Date.now() < until) {
    const ids = clients.splice(0, batchSize(clients, plan.sections)).map(({ client_id }) => client_id)
    const next = ids.at(-1) ?? ''
    const reach = step(ctx.db.update(workformChanges).set({ after_client: next }).where(isReached()), 'stale')
    await commit(ctx, [check('stale', exists(current)), ...plan.stepsFor(ids), { ...reach, allowedWhenFull: true }])
    after = next
  }
  if (after !== change.after) return true
  await deps.write([ctx.db.delete(workformChanges).where(and(isReached(), eq(workformChanges.due_at, change.due_at)))])
  return false
}

/** Applies edits and deletions to the sections of clients, when many clients have the workform. */
export const workformChangesDue: DueWork = {
  name: 'workform-changes',
  async run(deps) {
    let hasMore = false
    const handle = async (id: string): Promise<void> => {
      try {
        if (await applyChange(deps, id)) hasMore = true
      } catch (error) {
        // The workform was edited or deleted in the meantime: read again.
        if (!isAppError(error, 'stale')) throw error
        hasMore = true
      }
    }
    const next = await handleDueRows(
      'workform-changes',
      {
        table: workformChanges,
        key: sql<string>`${workformChanges.workform_id}`,
        owner: sql<string>`${workformChanges.firm_id}`,
        at: workformChanges.due_at,
        handle,
      },
      deps,
    )
    return hasMore ? deps.now : next
  },
}
