import type { SetPreferences } from '@portal/contract/agent'
import { todayIn } from '@portal/contract/dates'
import { mergePreferences } from '@portal/contract/merge-preferences'
import { Preferences } from '@portal/contract/preferences'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { agentClients, bookClientWorkforms, followUps } from '../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../platform/db/write.ts'
import { AppError, found } from '../../errors.ts'
import { putDocuments } from '../../platform/outbox/enqueue.ts'
import { confirmPreferences, notesHash } from '../sections/confirmed-preferences.ts'
import { assignmentInfo } from '../../platform/storage/client-documents.ts'
import type { Assignment, ClientState } from './client-state.ts'
import { ownState } from './get-client-follow-ups.ts'
import { understandNotes } from './notes/understand-notes.ts'
import { suggestionOf } from './preferences-of.ts'
import { replanNow } from './replan.ts'

type Input = z.output<typeof SetPreferences>

/** Returns the step that removes the question about held reminders. The agent asks again if they are still held. */
const removeQuestion = ({ db }: BookkeeperContext, clientId: string): Step =>
  step(db.delete(followUps).where(and(eq(followUps.client_id, clientId), eq(followUps.kind, 'question'))))

/** Refuses a change of preferences that have changed since the bookkeeper saw them. @throws AppError `stale` */
function checkSeen({ before }: Input, notes: string | null, preferences: Preferences | null): void {
  const stored = preferences && Preferences.parse(preferences)
  if (before && JSON.stringify(before) !== JSON.stringify({ notes, preferences: stored })) throw new AppError('stale')
}

const understoodNow = ({ actor, now }: BookkeeperContext, notes: string): Preferences =>
  understandNotes(notes, { today: todayIn(actor.timeZone, now), due: null, timeZone: actor.timeZone }).preferences

/**
 * Sets the notes about a client and the preferences for all of their assignments.
 * @throws AppError `not_found`, `stale`
 */
export async function setClientPreferences(ctx: BookkeeperContext, clientId: string, input: Input): Promise<void> {
  const { notes } = input
  const state = await ownState(ctx, clientId)
  const { client } = state
  checkSeen(input, client.notes, client.preferences)
  // The bookkeeper has confirmed nothing: what the agent understands applies, too, with a hold when in doubt.
  const understood = notes === null ? null : understoodNow(ctx, notes)
  const unconfirmed = understood && client.preferences ? mergePreferences(understood, client.preferences) : understood
  const preferences = input.preferences ?? unconfirmed
  await commit(ctx, [
    ...replanNow(ctx, { ...state, client: { ...client, preferences } }),
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
    { ...step(ctx.db.update(bookClientWorkforms).set({ notes }).where(isOwn), 'not_found'), repeatsText: true },
    putDocuments(ctx, [assignmentInfo(ctx, about)]),
  ]
}

/** The preferences that the bookkeeper confirms for the notes of an assignment. */
interface Confirmed {
  assignment: Assignment
  notes: string | null
  preferences: Preferences | null
  isConfirmed?: boolean
}

/** Returns the state of a client after preferences are confirmed. */
const withConfirmed = (state: ClientState, confirmed: readonly Confirmed[]): ClientState => ({
  ...state,
  assignments: state.assignments.map((assignment) => {
    const change = confirmed.find((c) => c.assignment === assignment)
    if (!change) return assignment
    const { notes, preferences, isConfirmed = preferences !== null } = change
    return { ...assignment, notes, preferences, notes_hash: isConfirmed ? notesHash(notes) : null }
  }),
})

/**
 * Sets the notes of an assignment and the preferences that the bookkeeper has confirmed for them. Without preferences
 * nothing is confirmed, so that the agent asks about the notes.
 * @throws AppError `not_found`, `stale`
 */
export async function setAssignmentPreferences(
  ctx: BookkeeperContext,
  clientId: string,
  workformId: string,
  input: Input,
): Promise<void> {
  const { notes } = input
  const state = await ownState(ctx, clientId)
  const assignment = found(state.assignments.find((a) => a.workform_id === workformId))
  checkSeen(input, assignment.notes, assignment.preferences)
  // What was confirmed for the notes before goes on until these are confirmed.
  const preferences = input.preferences ?? (notes === null ? null : assignment.preferences)
  const confirmed = { notes, preferences, isConfirmed: input.preferences !== null }
  await commit(ctx, [
    ...(notes === assignment.notes ? [] : notesSteps(ctx, state, assignment, notes)),
    confirmPreferences(ctx.db, [assignment.submission_id], confirmed),
    ...replanNow(ctx, withConfirmed(state, [{ assignment, ...confirmed }])),
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
