import type { Preferences } from '@portal/contract/preferences'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { auditEach } from '../../platform/audit/append.ts'
import { assignmentInfo } from '../../platform/storage/client-documents.ts'
import type { BookkeeperContext } from '../../context.ts'
import {
  bookClientAuth,
  bookClientNotifications,
  bookClients,
  bookClientWorkforms,
  bookFormSubmissions,
} from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { uuidSql } from '../../platform/db/uuid-sql.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { type AddressedNews, announceAll } from '../notifications/announce.ts'
import { putDocuments, publishToEach, publishToUser } from '../../platform/outbox/enqueue.ts'
import { createdEvents, sectionColumns, sectionEvents } from '../webhooks/assignment-events.ts'
import type { AssignableWorkform } from './assignable.ts'
import { longDate } from '../../platform/time/due-date.ts'
import { confirmPreferences } from './confirmed-preferences.ts'
import { requireUnchanged } from './require-unchanged.ts'

/** A section of a workform, with its order. */
export interface Section {
  name: string
  position: number
}

/** A client to assign sections to. */
export interface Assignee {
  client: { id: string; name: string; email: string }
  /** yyyy-mm-dd */
  dueDate: string
  /** Sections that the client does not have yet; at least one. */
  sections: readonly Section[]
  /** The client's submission of this workform, if any. */
  submissionId: string | null
  /** Whether to send the client a mail. */
  mail: boolean
}

/** A workform and the clients to assign it to. */
export interface AssignmentPlan {
  workform: Pick<AssignableWorkform, 'id' | 'name' | 'version' | 'version_id'>
  bookkeeper: { name: string; email: string }
  notes: string | null
  /** The preferences for reminders that the bookkeeper has confirmed with the notes. */
  preferences?: Preferences | undefined
  assignees: readonly Assignee[]
}

/** An assignee with the ids of new rows. */
interface PreparedAssignee extends Assignee {
  submission: string
  notification: string
}

/** Returns steps that insert an empty submission per new client, and a row per client and section. */
function rowSteps(ctx: BookkeeperContext, plan: AssignmentPlan, assignees: readonly PreparedAssignee[]): Step[] {
  const { workform, notes } = plan
  const at = ctx.now.toISOString()
  const { userId } = ctx.actor
  const submissions = assignees
    .filter((a) => a.submissionId === null)
    .map(({ client, submission }) => ({
      id: submission,
      form_id: workform.id,
      client_id: client.id,
      bookkeeper_id: userId,
      client_email: client.email,
      data: {},
      created_at: at,
      updated_at: at,
    }))
  const list = assignees.map((a) => ({
    client: a.client.id,
    submission: a.submission,
    due: a.dueDate,
    sections: a.sections,
  }))
  // As JSON, so that the notes are sent once and not with each of many rows.
  const rows = sql`
    INSERT INTO book_client_workforms (id, client_id, workform_id, workform_version_id, submission_id, assigned_by,
      assigned_at, due_date, deadline, notes, section_name, position)
    SELECT ${uuidSql(ctx.now.getTime())}, a.value ->> 'client', ${workform.id}, ${workform.version_id},
      a.value ->> 'submission', ${userId}, ${at}, a.value ->> 'due', a.value ->> 'due', ${notes},
      s.value ->> 'name', s.value ->> 'position'
    FROM json_each(${JSON.stringify(list)}) a JOIN json_each(a.value, '$.sections') s`
  return [
    ...(submissions.length > 0 ? [step(ctx.db.insert(bookFormSubmissions).values(submissions))] : []),
    { ...step(rows), repeatsText: notes !== null },
  ]
}

const newsFor = (ctx: BookkeeperContext, { workform }: AssignmentPlan, assignee: PreparedAssignee): AddressedNews => ({
  address: assignee.client.email,
  sender: ctx.actor.userId,
  item: {
    client_id: assignee.client.id,
    workform_id: workform.id,
    before: null,
    notification_id: assignee.notification,
  },
})

/** Returns steps that notify the clients: in the portal, by live events and by mail. */
function notifySteps(ctx: BookkeeperContext, plan: AssignmentPlan, assignees: readonly PreparedAssignee[]): Step[] {
  const { workform } = plan
  const notifications = assignees.map(({ client, dueDate, notification }) => ({
    id: notification,
    client_id: client.id,
    title: 'New workform assigned',
    message: `"${workform.name}" has been assigned to you. It is due on ${longDate(dueDate)}.`,
    created_at: ctx.now.toISOString(),
    sender_type: 'bookkeeper' as const,
    recipient_type: 'client' as const,
    workform_id: workform.id,
  }))
  // Live events for the clients who have signed up.
  const { id, client_id, workform_id } = bookClientNotifications
  const accounts = ctx.db
    .select({
      user_id: sql`${bookClientAuth.auth_user_id}`.as('user_id'),
      ids: sql`json_object('client_id', ${client_id}, 'workform_id', ${workform_id}, 'notification_id', ${id})`.as(
        'ids',
      ),
    })
    .from(bookClientNotifications)
    .innerJoin(bookClientAuth, eq(bookClientAuth.client_id, client_id))
    .where(
      and(
        inArray(
          id,
          notifications.map((n) => n.id),
        ),
        isNotNull(bookClientAuth.auth_user_id),
      ),
    )
  const news = assignees.filter((a) => a.mail).map((a) => newsFor(ctx, plan, a))
  return [
    step(ctx.db.insert(bookClientNotifications).values(notifications)),
    publishToEach(ctx, 'assignment.changed', accounts),
    publishToEach(ctx, 'notification.created', accounts),
    ...(news.length > 0 ? announceAll(ctx, 'assigned', news) : []),
  ]
}

/** Returns steps that queue webhooks for the workform and each section. */
function webhookSteps(ctx: BookkeeperContext, { workform }: AssignmentPlan, clientIds: readonly string[]): Step[] {
  const { userId } = ctx.actor
  const clients = ctx.db
    .select({ id: sql`${bookClients.id}`.as('client_id'), name: sql`${bookClients.name}`.as('client_name') })
    .from(bookClients)
    .where(inArray(bookClients.id, [...clientIds]))
  const { client_id, workform_id, assigned_at } = bookClientWorkforms
  const sections = ctx.db
    .select(sectionColumns)
    .from(bookClientWorkforms)
    .where(
      and(inArray(client_id, [...clientIds]), eq(workform_id, workform.id), eq(assigned_at, ctx.now.toISOString())),
    )
  return [
    createdEvents(ctx, userId, workform, clients),
    sectionEvents(ctx, sql`SELECT ${userId}`, workform.name, sections),
  ]
}

/**
 * Returns all steps that assign a workform to clients (at least one). They fail with `stale` if the workform was
 * changed, archived or deleted, a client was archived, deleted or declined, or a submission was archived, since it was
 * read. `ASSIGN_CONFLICTS` maps the constraints that concurrent requests run into.
 */
export function assignSteps(ctx: BookkeeperContext, plan: AssignmentPlan): Step[] {
  const { workform, bookkeeper, notes, preferences } = plan
  // Lists show the latest id first, so ids are given from the end to list a batch in its order.
  const assignees = plan.assignees
    .toReversed()
    .map((a): PreparedAssignee => ({ ...a, submission: a.submissionId ?? uuidv7(), notification: uuidv7() }))
    .toReversed()
  const clientIds = assignees.map((a) => a.client.id)
  return [
    ...requireUnchanged(ctx, plan),
    ...rowSteps(ctx, plan, assignees),
    ...(preferences
      ? [
          confirmPreferences(
            ctx.db,
            assignees.map((a) => a.submission),
            { notes, preferences },
          ),
        ]
      : []),
    ...notifySteps(ctx, plan, assignees),
    ...webhookSteps(ctx, plan, clientIds),
    publishToUser(ctx, ctx.actor.userId, 'assignment.changed', { workform_id: workform.id }),
    putDocuments(
      ctx,
      assignees.map(({ client, dueDate }) => assignmentInfo(ctx, { client, bookkeeper, workform, dueDate, notes })),
    ),
    auditEach(
      ctx,
      assignees.map(({ client, dueDate, sections, submission }) => ({
        action: 'assignment.created',
        subjectType: 'assignment',
        subjectId: submission,
        clientId: client.id,
        detail: {
          workform_id: workform.id,
          version: workform.version,
          due_date: dueDate,
          sections: sections.map((s) => s.name),
        },
      })),
    ),
  ]
}

/** Maps constraints that concurrent requests run into to `stale`: the caller reads again. */
export const ASSIGN_CONFLICTS = {
  'FOREIGN KEY': 'stale',
  'book_client_workforms.client_id': 'stale',
  'book_form_submissions.form_id': 'stale',
  // Two requests copied the same starter: the later one finds the copy.
  'book_workforms.starter': 'stale',
} as const
