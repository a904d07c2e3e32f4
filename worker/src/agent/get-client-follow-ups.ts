import { assignmentPhase } from '@portal/contract/section-machine'
import type { AgentAssignment, ClientFollowUps, FollowUp } from '@portal/contract/agent'
import { and, eq } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { type AboutAssignment, bookClients } from '../db/schema/index.ts'
import { found } from '../errors.ts'
import { planFollowUps, dueDateOf, historyOf, openSections, type PlannedFollowUp, wishesOf } from './plan-follow-ups.ts'
import { type Assignment, type ClientState, readStates, type StoredFollowUp } from './client-state.ts'

/** Maximum number of past follow-ups to return. */
const PAST_SHOWN = 50

/**
 * Reads the follow-up state of one of the bookkeeper's clients.
 * @throws AppError `not_found`
 */
export async function ownState(ctx: BookkeeperContext, clientId: string): Promise<ClientState> {
  const own = and(eq(bookClients.id, clientId), eq(bookClients.bookkeeper_id, ctx.actor.userId))
  return found((await readStates(ctx.db, own))[0])
}

/** Returns the assignments of a stored follow-up in the format of the API. */
export const aboutOf = (about: readonly AboutAssignment[]): FollowUp['about'] =>
  about.map(({ workform_id, workform_name, due_date, step, open }) => ({
    workform_id,
    workform_name,
    due_date,
    step,
    open,
  }))

const upcoming = ({ client }: ClientState, planned: PlannedFollowUp): FollowUp => ({
  client_id: client.client_id,
  client_name: client.name,
  day: planned.day,
  at: planned.at.toISOString(),
  time_zone: client.time_zone,
  kind: planned.kind,
  state: planned.skip ? 'skipped' : 'planned',
  about: aboutOf(planned.about),
  subject: planned.subject,
  text: planned.text,
  source: planned.source,
  outdated: planned.source === 'bookkeeper' && planned.facts_hash !== planned.hash,
})

const past = ({ client }: ClientState, row: StoredFollowUp): FollowUp => ({
  client_id: client.client_id,
  client_name: client.name,
  day: row.day,
  at: row.at,
  time_zone: client.time_zone,
  kind: row.kind,
  state: row.state === 'sent' ? 'sent' : 'skipped',
  about: aboutOf(row.about),
  subject: row.subject,
  text: row.text,
  source: row.source,
  outdated: false,
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
  return {
    mode: client.mode,
    resumes: client.resumes,
    time_zone: client.time_zone,
    inactive: client.status === 'inactive',
    assignments: assignments.map((a) => ({
      workform_id: a.workform_id,
      workform_name: a.workform_name,
      due_date: dueDateOf(a),
      paused: a.paused,
      waits_for: waitsFor(a),
      ...historyOf(state, a),
      wishes: wishesOf(a, client.time_zone),
    })),
    upcoming: planFollowUps(state, ctx.now).map((planned) => upcoming(state, planned)),
    past: followUps
      .filter((f) => f.state === 'sent' || f.state === 'skipped')
      .slice(0, PAST_SHOWN)
      .map((row) => past(state, row)),
  }
}
