import * as z from 'zod'
import { Day, Id, Instant, PageQuery, page, requiredText } from './common.ts'
import { FOLLOW_UP_SUBJECT_MAX, FOLLOW_UP_TEXT_MAX, WISH_FIRST_MAX } from './limits.ts'

/**
 * Schemas of the agent: the wishes it reads in a bookkeeper's notes, the facts of a message, and planned
 * follow-ups.
 */

/** Wishes for the follow-ups of one assignment, as read in the bookkeeper's notes. */
export const NoteWishes = z.object({
  tone: z.enum(['gentle', 'neutral', 'firm']),
  /**
   * Dates without messages, both included. `from` is null when the period has already begun ("away until the
   * 10th").
   */
  quiet: z.array(z.object({ from: Day.nullable(), until: Day })),
  cadence: z.enum(['less', 'normal', 'more']),
  /** What to ask for first, in the words of the notes. */
  first: z.string().max(WISH_FIRST_MAX).nullable(),
})
export type NoteWishes = z.infer<typeof NoteWishes>

/** How the wishes were read: by rules or by a language model. */
export const WISHES_SOURCES = ['rules', 'model'] as const
export type WishesSource = (typeof WISHES_SOURCES)[number]

/** Who wrote a text: a language model or the template. */
export const TEXT_SOURCES = ['model', 'template'] as const
export type TextSource = (typeof TEXT_SOURCES)[number]

/** Whether a follow-up is sent before, on or after the due date. */
export const FOLLOW_UP_KINDS = ['before', 'due', 'overdue'] as const
export type FollowUpKind = (typeof FOLLOW_UP_KINDS)[number]

/** A workform that a follow-up is about. */
export interface FollowUpWorkform {
  name: string
  /** yyyy-mm-dd */
  due_date: string
  /** Days from the message to the due date; negative when overdue. */
  days_left: number
  /** Sections that the client still has to fill in, in order, without the rejected ones. */
  open_sections: string[]
  /** Rejected sections with the bookkeeper's reasons. */
  rejected: { section: string; reason: string }[]
  /** Number of sections that are submitted or approved, out of `total`. */
  done: number
  total: number
}

/** The facts that the text of a follow-up may use. Workforms are sorted by due date. */
export interface FollowUpFacts {
  client_name: string
  bookkeeper_name: string
  firm_name: string
  workforms: FollowUpWorkform[]
  /** Number of this follow-up, from 1, and the maximum. */
  step: number
  limit: number
  kind: FollowUpKind
  wishes: NoteWishes
}

/** Whether the agent follows up with a client. `paused` keeps planned follow-ups for later, `off` plans none. */
export const AGENT_MODES = ['on', 'paused', 'off'] as const
export type AgentMode = (typeof AGENT_MODES)[number]

const count = z.number().int()

/** An assignment that a follow-up is about. `step` is the number of the follow-up about it, from 1. */
export const FollowUpAbout = z.object({
  workform_id: Id,
  workform_name: z.string(),
  due_date: Day,
  step: count,
  /** Sections that were not submitted when the follow-up was planned or sent. */
  open: count,
})
export type FollowUpAbout = z.infer<typeof FollowUpAbout>

/** A reminder to a client, or an escalation that tells the bookkeeper that reminders had no effect. */
export const FollowUp = z.object({
  client_id: Id,
  client_name: z.string(),
  day: Day,
  /** When it was or will be sent. */
  at: Instant,
  time_zone: z.string(),
  kind: z.enum(['message', 'escalation']),
  state: z.enum(['planned', 'skipped', 'sent']),
  about: z.array(FollowUpAbout),
  subject: z.string(),
  text: z.string(),
  source: z.enum([...TEXT_SOURCES, 'bookkeeper']),
  /** True when the client's progress has changed since the bookkeeper wrote the text. */
  outdated: z.boolean(),
})
export type FollowUp = z.infer<typeof FollowUp>

/** The state of an assignment from the agent's point of view. */
export const AgentAssignment = z.object({
  workform_id: Id,
  workform_name: z.string(),
  due_date: Day.nullable(),
  paused: z.boolean(),
  /** What has to happen next: the client submits, the bookkeeper reviews, nothing, or a due date is set. */
  waits_for: z.enum(['client', 'review', 'nothing', 'due_date']),
  sent: count,
  /** True when the follow-ups have been escalated to the bookkeeper; no more are sent. */
  escalated: z.boolean(),
  wishes: NoteWishes,
})
export type AgentAssignment = z.infer<typeof AgentAssignment>

/** All follow-ups of a client. */
export const ClientFollowUps = z.object({
  mode: z.enum(AGENT_MODES),
  /** The day on which a pause ends; null when it has no end date. */
  resumes: Day.nullable(),
  time_zone: z.string(),
  /** True when the client is inactive, so nothing is sent. */
  inactive: z.boolean(),
  assignments: z.array(AgentAssignment),
  /** Earliest first. */
  upcoming: z.array(FollowUp),
  /** Latest first. */
  past: z.array(FollowUp),
})
export type ClientFollowUps = z.infer<typeof ClientFollowUps>

/** `upcoming` is sorted earliest first, `past` latest first. */
export const FollowUpsQuery = PageQuery.extend({
  show: z.enum(['upcoming', 'past']).default('upcoming'),
  client: Id.optional(),
})
export const FollowUpsPage = page(FollowUp)
export type FollowUpsPage = z.infer<typeof FollowUpsPage>

export const SetAgentMode = z
  .object({ mode: z.enum(AGENT_MODES), resumes: Day.nullable().default(null) })
  .refine(({ mode, resumes }) => mode === 'paused' || resumes === null, {
    path: ['resumes'],
    message: 'An end date is possible only for a pause.',
  })
export const PauseAssignment = z.object({ paused: z.boolean() })
/** The bookkeeper's own text for a planned follow-up. */
export const EditFollowUp = z.object({
  subject: requiredText(FOLLOW_UP_SUBJECT_MAX),
  text: requiredText(FOLLOW_UP_TEXT_MAX),
})
export const SkipFollowUp = z.object({ skipped: z.boolean() })
export const FollowUpParam = z.object({ id: Id, day: Day })
export const AgentAssignmentParam = z.object({ id: Id, workformId: Id })
