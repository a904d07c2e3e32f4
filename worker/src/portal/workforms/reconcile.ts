import type { WorkformField } from '@portal/contract/fields'
import { matchSections, type SectionMove } from '@portal/contract/match-sections'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { isShown } from '../../platform/db/archived.ts'
import { bookClientWorkforms } from '../../platform/db/schema/index.ts'
import type { Step } from '../../platform/db/write.ts'
import { publishToEach } from '../../platform/outbox/enqueue.ts'
import type { Section } from '../sections/assign-steps.ts'
import { sectionsOf } from '../sections/assignable.ts'
import { tidySubmissions, withdrawSections } from '../sections/withdraw.ts'
import { sectionColumns, sectionEvents } from '../webhooks/assignment-events.ts'
import { isSubmissionOf } from './client-batches.ts'
import { carrySteps, movedFields } from './carry-answers.ts'
import { eventsForBookkeepers, eventsForClients, notifyEach } from './notify-affected.ts'
import { addSections, finishRenames, isOfPlan, markRemoved, moveSections, REMOVED } from './reconcile.sql.ts'

/*
 * Applies an edited workform to the sections that clients have. Open sections move to the new version, drafts and files
 * follow their fields, removed sections are withdrawn, and new ones are added. Submitted and approved sections stay on
 * the version they were answered on.
 *
 * All statements work on sets, so a batch has as many for one client as for all of its clients.
 */

/** A version of the workform that assigned sections are on. */
export interface UsedVersion {
  id: string
  fields: WorkformField[]
}

export interface Edit {
  workform: { id: string; name: string; fields: WorkformField[] }
  /** Id of the version that the edit creates. */
  versionId: string
  /** The current version before the edit, and those that assigned sections are on. */
  used: readonly UsedVersion[]
  /** The clients whose sections are changed; all clients if absent. */
  clients?: readonly string[] | undefined
}

/** An edit with its effects on sections. */
export interface Plan extends Edit {
  moves: readonly (SectionMove & { version: string })[]
  /** Whether a section changes its name. */
  renames: boolean
  /** Sections that at least one of the used versions lacks. Clients get those that they do not have. */
  added: readonly Section[]
  /** Prefix of temporary section names, with which sections can swap names. No real name begins with it. */
  prefix: string
  at: string
  now: number
}

const { client_id, workform_version_id, assigned_by, assigned_at, section_name, position, hidden_by } =
  bookClientWorkforms

const isOwn = (plan: Plan): SQL => isOfPlan(plan, sql`${bookClientWorkforms}`)

/** Returns a condition for the sections that the edit has added, recognized by their temporary names. */
const isAdded = (plan: Plan): SQL | undefined => {
  const { versionId, prefix, at } = plan
  return and(
    isOwn(plan),
    eq(workform_version_id, versionId),
    eq(assigned_at, at),
    sql`instr(${section_name}, ${prefix}) = 1`,
  )
}

/** Returns steps that send live events to everyone affected. */
function publishSteps(ctx: BookkeeperContext, plan: Plan): Step[] {
  const { workform, versionId } = plan
  const isAffected = and(isOwn(plan), or(eq(workform_version_id, versionId), eq(position, REMOVED)))
  const clients = ctx.db.selectDistinct({ client_id }).from(bookClientWorkforms).where(isAffected)
  const toBookkeepers = eventsForBookkeepers(ctx, workform.id, isOwn(plan))
  return [
    publishToEach(ctx, 'assignment.changed', eventsForClients(ctx, workform.id, clients)),
    publishToEach(ctx, 'assignment.changed', toBookkeepers),
    publishToEach(ctx, 'submission.changed', toBookkeepers),
  ]
}

/** Returns steps that notify clients who have new sections. */
function notifySteps(ctx: BookkeeperContext, plan: Plan): Step[] {
  const { workform } = plan
  const isNotified = and(isAdded(plan), isShown(hidden_by))
  const clients = ctx.db.selectDistinct({ client_id }).from(bookClientWorkforms).where(isNotified)
  return [
    publishToEach(ctx, 'notification.created', eventsForClients(ctx, workform.id, clients)),
    notifyEach(ctx, workform.id, clients, {
      title: 'Workform updated',
      message: `"${workform.name}" has new sections for you to fill in.`,
    }),
  ]
}

/** Returns a step that queues webhooks for new sections. */
function webhookStep(ctx: BookkeeperContext, plan: Plan): Step {
  const { workform, prefix } = plan
  const owners = ctx.db.select({ assigned_by }).from(bookClientWorkforms).where(isOwn(plan))
  const sections = ctx.db
    .select({
      ...sectionColumns,
      section_name: sql`substr(${section_name}, ${prefix.length + 1})`.as('section_name'),
    })
    .from(bookClientWorkforms)
    .where(isAdded(plan))
  return sectionEvents(ctx, owners, workform.name, sections)
}

/** Returns the steps that apply an edit, to run after the one that stores the new version. */
export function reconcileSteps(ctx: BookkeeperContext, edit: Edit): Step[] {
  const { workform, versionId } = edit
  const used = edit.used.map((v) => ({ ...v, moves: matchSections(v.fields, workform.fields) }))
  const matched = used.map((v) => new Set(v.moves.map((m) => m.to)))
  const moves = used.flatMap((v) => v.moves.map((move) => ({ ...move, version: v.id })))
  const plan: Plan = {
    ...edit,
    moves,
    renames: moves.some((m) => m.from !== m.to),
    added: sectionsOf(workform.fields).filter((s) => !matched.every((names) => names.has(s.name))),
    prefix: `${versionId}:`,
    at: ctx.now.toISOString(),
    now: ctx.now.getTime(),
  }
  const hasAdded = plan.added.length > 0
  return [
    markRemoved(ctx, plan),
    ...moveSections(plan),
    ...(hasAdded ? [addSections(plan)] : []),
    ...carrySteps(plan, movedFields(used, workform.fields)),
    ...publishSteps(ctx, plan),
    ...(hasAdded ? notifySteps(ctx, plan) : []),
    ...withdrawSections(ctx, isOwn(plan), eq(position, REMOVED)),
    ...(hasAdded ? [webhookStep(ctx, plan)] : []),
    ...(plan.renames || hasAdded ? finishRenames(ctx, plan) : []),
    ...tidySubmissions(ctx, isSubmissionOf(workform.id, edit.clients)),
  ]
}
