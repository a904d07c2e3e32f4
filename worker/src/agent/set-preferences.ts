import type { SetPreferences } from '@portal/contract/agent'
import { todayIn } from '@portal/contract/dates'
import type { Preferences } from '@portal/contract/preferences'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { agentClients, bookClientWorkforms, followUps } from '../db/schema/index.ts'
import { commit, type Step, step } from '../db/write.ts'
import { found } from '../errors.ts'
import { putDocuments } from '../outbox/enqueue.ts'
import { confirmPreferences, notesHash } from '../sections/confirmed-preferences.ts'
import { assignmentInfo } from '../storage/client-documents.ts'
import type { Assignment, ClientState } from './client-state.ts'
import { ownState } from './get-client-follow-ups.ts'
import { understandNotes } from './notes/understand-notes.ts'
import { suggestionOf } from './preferences-of.ts'
import { replanNow } from './replan.ts'

type Input = z.output<typeof SetPreferences>

/** Returns the step that removes the question about held reminders. The agent asks again if they are still held. */
const removeQuestion = ({ db }: BookkeeperContext, clientId: string): Step =>
  step(db.delete(followUps).where(and(eq(followUps.client_id, clientId), eq(followUps.kind, 'question'))))

const understoodNow = ({ actor, now }: BookkeeperContext, notes: string): Preferences =>
  understandNotes(notes, { today: todayIn(actor.timeZone, now), due: null, timeZone: actor.timeZone }).preferences

/**
 * Sets the notes about a client and the preferences for all of their assignments.
 * @throws AppError `not_found`
 */
export async function setClientPreferences(ctx: BookkeeperContext, clientId: string, input: Input): Promise<void> {
  const { notes } = input
  // The bookkeeper has confirmed nothing: what the agent understands applies, with a hold when in doubt.
  const preferences = input.preferences ?? (notes === null ? null : understoodNow(ctx, notes))
  const state = await ownState(ctx, clientId)
  await commit(ctx, [
    ...replanNow(ctx, { ...state, client: { ...state.client, preferences } }),
    step(ctx.db.update(agentClients).set({ notes, preferences }).where(eq(agentClients.client_id, clientId))),
    removeQuestion(ctx, clientId),
    audit(ctx, {
      action: 'agent.preferences_changed',
      subjectType: 'client',
      subjectId: clientId,
      clientId,
      detail: { preferences },
    }),
  ])
}

/** Returns the steps that store the notes of an assignment, also in the client's folder. */
function notesSteps(ctx: BookkeeperContext, { client }: ClientState, assignment: Assignment, notes: string | null) {
  const { submission_id, workform_id, workform_name, sections } = assignment
  const about = {
    client: { id: client.client_id, name: client.name, email: client.email },
    bookkeeper: { name: client.bookkeeper_name, email: client.bookkeeper_email },
    workform: { id: workform_id, name: workform_name },
    dueDate: sections[0].due_date ?? '',
    notes,
  }
  const isOwn = and(
    eq(bookClientWorkforms.submission_id, submission_id),
    eq(bookClientWorkforms.assigned_by, ctx.actor.userId),
  )
  return [
    step(ctx.db.update(bookClientWorkforms).set({ notes }).where(isOwn), 'not_found'),
    putDocuments(ctx, [assignmentInfo(ctx, about)]),
  ]
}

/** The preferences that the bookkeeper confirms for the notes of an assignment. */
interface Confirmed {
  assignment: Assignment
  notes: string | null
  preferences: Preferences | null
}

/** Returns the state of a client after preferences are confirmed. */
const withConfirmed = (state: ClientState, confirmed: readonly Confirmed[]): ClientState => ({
  ...state,
  assignments: state.assignments.map((assignment) => {
    const change = confirmed.find((c) => c.assignment === assignment)
    if (!change) return assignment
    const { notes, preferences } = change
    return { ...assignment, notes, preferences, notes_hash: preferences && notesHash(notes) }
  }),
})

/**
 * Sets the notes of an assignment and the preferences that the bookkeeper has confirmed for them. Without preferences
 * nothing is confirmed, so that the agent asks about the notes.
 * @throws AppError `not_found`
 */
export async function setAssignmentPreferences(
  ctx: BookkeeperContext,
  clientId: string,
  workformId: string,
  { notes, preferences }: Input,
): Promise<void> {
  const state = await ownState(ctx, clientId)
  const assignment = found(state.assignments.find((a) => a.workform_id === workformId))
  await commit(ctx, [
    ...(notes === assignment.notes ? [] : notesSteps(ctx, state, assignment, notes)),
    confirmPreferences(ctx.db, [assignment.submission_id], { notes, preferences }),
    ...replanNow(ctx, withConfirmed(state, [{ assignment, notes, preferences }])),
    removeQuestion(ctx, clientId),
    audit(ctx, {
      action: 'agent.preferences_changed',
      subjectType: 'assignment',
      subjectId: assignment.submission_id,
      clientId,
      detail: { workform_id: workformId, preferences, ...(notes === assignment.notes ? {} : { notes: 'changed' }) },
    }),
  ])
}

/** Returns the preferences of an assignment without a hold, or null when reminders about it are not held. */
function released(assignment: Assignment, timeZone: string): Preferences | null {
  const preferences = suggestionOf(assignment, timeZone)?.preferences ?? assignment.preferences
  const isHeld = preferences !== assignment.preferences || preferences?.hold
  return preferences && isHeld ? { ...preferences, hold: null } : null
}

/**
 * Releases all held reminders to a client: what the agent has understood of unconfirmed notes applies from now on.
 * @throws AppError `not_found`
 */
export async function releaseReminders(ctx: BookkeeperContext, clientId: string): Promise<void> {
  const state = await ownState(ctx, clientId)
  const { client, assignments } = state
  const changes = assignments.flatMap((assignment) => {
    const preferences = released(assignment, client.time_zone)
    return preferences ? [{ assignment, notes: assignment.notes, preferences }] : []
  })
  const isClientHeld = client.preferences !== null && client.preferences.hold !== null
  if (changes.length === 0 && !isClientHeld) return
  const own = client.preferences && { ...client.preferences, hold: null }
  await commit(ctx, [
    ...replanNow(ctx, withConfirmed({ ...state, client: { ...client, preferences: own } }, changes)),
    ...changes.map(({ assignment, ...confirmed }) => confirmPreferences(ctx.db, [assignment.submission_id], confirmed)),
    step(ctx.db.update(agentClients).set({ preferences: own }).where(eq(agentClients.client_id, clientId))),
    removeQuestion(ctx, clientId),
    audit(ctx, {
      action: 'agent.released',
      subjectType: 'client',
      subjectId: clientId,
      clientId,
      detail: { workforms: changes.map((c) => c.assignment.workform_name) },
    }),
  ])
}
