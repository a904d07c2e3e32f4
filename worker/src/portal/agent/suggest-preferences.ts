import type { SuggestPreferences, Suggestion } from '@portal/contract/agent'
import { todayIn } from '@portal/contract/dates'
import type { Preferences } from '@portal/contract/preferences'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { notesHash } from '../sections/confirmed-preferences.ts'
import type { AgentClient, Assignment, ClientState } from './client-state.ts'
import { ownState } from './get-client-follow-ups.ts'
import { readNotes } from './notes/read-notes.ts'
import { planFollowUps } from './plan-follow-ups.ts'
import { heldOf } from './preferences-of.ts'

/** Bookkeepers wait for the answer while they type. */
const MODEL_WAIT_MS = 4000
/** Stands for the assignment that does not exist yet. */
const NEW = '00000000-0000-7000-8000-000000000000'

/** Returns a client who is not created yet. */
const newClient = ({ actor }: BookkeeperContext): ClientState => ({
  client: {
    client_id: NEW,
    thread_id: NEW,
    revision: 0,
    mode: 'on',
    resumes: null,
    notes: null,
    preferences: null,
    name: '',
    email: '',
    status: 'new',
    accepted: true,
    can_be_invited: true,
    wants_reminders: true,
    bookkeeper_id: actor.userId,
    bookkeeper_name: '',
    bookkeeper_email: '',
    firm_id: actor.firmId,
    firm_name: '',
    one_tap_links: true,
    time_zone: actor.timeZone,
    wrote_at: null,
    held_since: null,
    unread: [],
    messages_read_at: null,
    restored_at: null,
    is_archived: false,
  } satisfies AgentClient,
  assignments: [],
  followUps: [],
})

/** Returns an assignment with a due date and preferences as it would be right after assigning. */
const newAssignment = (ctx: BookkeeperContext, due_date: string, preferences: Preferences): Assignment => ({
  submission_id: NEW,
  workform_id: NEW,
  workform_name: '',
  sections: [
    {
      client_id: NEW,
      assignment_id: NEW,
      submission_id: NEW,
      workform_id: NEW,
      workform_name: '',
      section_name: '',
      status: 'assigned',
      due_date,
      assigned_at: ctx.now.toISOString(),
      submitted_at: null,
      asked_at: null,
      drafted_at: null,
      notes: null,
      rejection_reason: null,
      to_fix: [],
      paused: false,
      preferences,
      notes_hash: null,
      commitments: [],
    },
  ],
  paused: false,
  notes: null,
  preferences,
  notes_hash: null,
  promised: null,
  promised_at: null,
  promised_since: null,
})

/** Returns when the next reminder about an assignment would be sent. It replaces an assignment of the same workform. */
function nextReminder(ctx: BookkeeperContext, state: ClientState, assignment: Assignment) {
  const others = state.assignments.filter((a) => a.workform_id !== assignment.workform_id)
  const planned = { ...state, assignments: [...others, assignment] }
  const next = planFollowUps(planned, ctx.now).find(
    (p) => p.kind !== 'escalation' && !p.skip && p.about.some((a) => a.submission_id === assignment.submission_id),
  )
  const held = heldOf(planned)
  return {
    at: next?.at.toISOString() ?? null,
    time_zone: state.client.time_zone,
    held: held && { ask_on: held.ask_on, why: held.why },
  }
}

/**
 * Returns the preferences that the agent understands in notes, and what it would do next. Changes nothing.
 * @throws AppError `not_found` (the client, or the workform, which is not assigned)
 */
export async function suggestPreferences(
  ctx: BookkeeperContext,
  { notes, preferences, due_date, client_id, workform_id }: z.output<typeof SuggestPreferences>,
): Promise<Suggestion> {
  const state = client_id === null ? newClient(ctx) : await ownState(ctx, client_id)
  const existing = state.assignments.find((a) => a.workform_id === workform_id)
  if (workform_id !== undefined && !existing) throw new AppError('not_found')
  const timeZone = state.client.time_zone
  const context = { today: todayIn(timeZone, ctx.now), due: due_date, timeZone }
  const understood = await readNotes(ctx.env, notes, context, { waitMs: MODEL_WAIT_MS })
  if (due_date === null) return { ...understood, next: null }
  const applied = preferences ?? understood.preferences
  const assignment = existing
    ? { ...existing, notes, preferences: applied, notes_hash: notesHash(notes) }
    : newAssignment(ctx, due_date, applied)
  return { ...understood, next: nextReminder(ctx, state, assignment) }
}
