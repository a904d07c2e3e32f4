import { assignmentPhase } from '@portal/contract/section-machine'
import type { AgentAssignment, ClientFollowUps, FollowUp } from '@portal/contract/agent'
import { WISH_FIRST_MAX } from '@portal/contract/limits'
import { and, eq, type SQL } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { type AboutAssignment, bookClients } from '../../platform/db/schema/index.ts'
import { found } from '../../errors.ts'
import { dueDateOf, openSections } from './assignment-state.ts'
import { planFollowUps, historyOf, type PlannedFollowUp } from './plan-follow-ups.ts'
import { promiseOf } from './promises/promise-of.ts'
import { heldOf, preferencesOf, suggestionOf } from './preferences-of.ts'
import { type Assignment, type ClientState, readStates, type StoredFollowUp } from './client-state.ts'

/** Maximum number of past follow-ups to return. */
const PAST_SHOWN = 50

/** Returns a condition: the client with this id is the bookkeeper's. */
export const isOwnClient = ({ actor }: BookkeeperContext, clientId: string): SQL | undefined =>
  and(eq(bookClients.id, clientId), eq(bookClients.bookkeeper_id, actor.userId))

/**
 * Reads the follow-up state of one of the bookkeeper's clients.
 * @throws AppError `not_found`
 */
export const ownState = async (ctx: BookkeeperContext, clientId: string): Promise<ClientState> =>
  found((await readStates(ctx.db, isOwnClient(ctx, clientId)))[0])

/** Returns the assignments of a stored follow-up in the format of the API. */
export const aboutOf = (about: readonly AboutAssignment[]): FollowUp['about'] =>
  about.map(({ workform_id, workform_name, due_date, step, overdue, open }) => ({
    workform_id,
    workform_name,
    due_date,
    step,
    overdue,
    open,
  }))

/** Returns the kind of a stored follow-up in the format of the API. */
export const kindOf = (kind: StoredFollowUp['kind']): Pick<FollowUp, 'kind' | 'is_invitation'> => ({
  kind: kind === 'escalation' ? kind : 'message',
  is_invitation: kind === 'invitation',
})

const upcoming = ({ client }: ClientState, planned: PlannedFollowUp, now: Date): FollowUp => ({
  client_id: client.client_id,
  client_name: client.name,
  day: planned.day,
  at: planned.at.toISOString(),
  time_zone: client.time_zone,
  ...kindOf(planned.kind),
  state: planned.skip ? 'skipped' : 'planned',
  about: aboutOf(planned.about),
  subject: planned.subject,
  text: planned.text,
  source: planned.source,
  outdated: planned.source === 'bookkeeper' && planned.facts_hash !== planned.hash,
  held_since: client.held_since,
  promise: promiseOf(client.unread, client, now),
})

const past = ({ client }: ClientState, row: StoredFollowUp): FollowUp => ({
  client_id: client.client_id,
  client_name: client.name,
  day: row.day,
  at: row.at,
  time_zone: client.time_zone,
  ...kindOf(row.kind),
  state: row.state === 'sent' ? 'sent' : 'skipped',
  about: aboutOf(row.about),
  subject: row.subject,
  text: row.text,
  source: row.source,
  outdated: false,
  held_since: null,
  promise: null,
})

function waitsFor(assignment: Assignment): AgentAssignment['waits_for'] {
  if (openSections(assignment).length > 0) return dueDateOf(assignment) === null ? 'due_date' : 'client'
  return assignment.sections.some((s) => assignmentPhase(s.status) === 'waiting') ? 'review' : 'nothing'
}

/**
 * Returns the past and planned follow-ups of a client. They are planned at this moment, so they are always current.
 * @throws AppError `not_found`
 */
export async function getClientFollowUps(ctx: BookkeeperContext, clientId: string): Promise<ClientFollowUps> {
  const state = await ownState(ctx, clientId)
  const { client, assignments, followUps } = state
  const held = heldOf(state)
  return {
    mode: client.mode,
    resumes: client.resumes,
    time_zone: client.time_zone,
    inactive: client.status === 'inactive',
    signed_up: client.accepted,
    held_since: client.held_since,
    promise: promiseOf(client.unread, client, ctx.now),
    held: held && { ask_on: held.ask_on, why: held.why },
    notes: client.notes,
    preferences: client.preferences,
    assignments: assignments.map((a) => {
      const { days, escalated } = historyOf(state, a)
      const { tone, quiet, first } = preferencesOf(client, a)
      return {
        workform_id: a.workform_id,
        workform_name: a.workform_name,
        due_date: dueDateOf(a),
        paused: a.paused,
        waits_for: waitsFor(a),
        open_questions: openSections(a).flatMap(({ section_name, asked_at }) =>
          asked_at === null ? [] : [{ section_name, asked_at }],
        ),
        sent: days.length,
        escalated,
        wishes: { tone: tone.before, quiet, cadence: 'normal', first: first[0]?.slice(0, WISH_FIRST_MAX) ?? null },
        notes: a.notes,
        preferences: a.preferences,
        suggestion: suggestionOf(a, client.time_zone),
      }
    }),
    upcoming: planFollowUps(state, ctx.now).map((planned) => upcoming(state, planned, ctx.now)),
    past: followUps
      .filter((f) => f.state === 'sent' || f.state === 'skipped')
      .slice(0, PAST_SHOWN)
      .map((row) => past(state, row)),
  }
}
