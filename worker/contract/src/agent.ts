import * as z from 'zod'
import { anyText, Day, Id, Instant, PageQuery, page, requiredText } from './common.ts'
import { FOLLOW_UP_SUBJECT_MAX, FOLLOW_UP_TEXT_MAX, NOTES_MAX, WISH_FIRST_MAX } from './limits.ts'
import { type Tone, TONES } from './no-preferences.ts'
import { Preferences, UnderstoodNotes } from './preferences.ts'
import { ClientPromise } from './promises.ts'

/** Schemas of the agent: suggestions from a bookkeeper's notes, the facts of a message, and planned follow-ups. */

/** Not used any more; part of the contract since 2.0. */
export const WISHES_SOURCES = ['rules', 'model'] as const

/** A summary of the preferences for remotes built with contract 2.1. */
const NoteWishes = z.object({
  tone: z.enum(TONES),
  quiet: z.array(z.object({ from: Day.nullable(), until: Day })),
  cadence: z.enum(['less', 'normal', 'more']),
  first: z.string().max(WISH_FIRST_MAX).nullable(),
})

/** Who wrote a text: a language model or the template. */
export const TEXT_SOURCES = ['model', 'template'] as const
export type TextSource = (typeof TEXT_SOURCES)[number]

/** Whether a follow-up is sent before, on or after the due date. */
export const FOLLOW_UP_KINDS = ['before', 'due', 'overdue'] as const
export type FollowUpKind = (typeof FOLLOW_UP_KINDS)[number]

/** A workform that a follow-up is about, or the part of one that has a due date of its own. */
export interface FollowUpWorkform {
  name: string
  /** Whether other sections of the workform are open, too. */
  is_part: boolean
  /** yyyy-mm-dd */
  due_date: string
  /** Days from the message to the due date; negative when overdue. */
  days_left: number
  /** Sections that the client still has to fill in, in order, without the rejected ones. */
  open_sections: string[]
  /** Rejected sections with the bookkeeper's reasons. `to_fix`: the questions, if single answers were sent back. */
  rejected: { section: string; reason: string; to_fix?: string[] }[]
  /** Number of sections that are submitted or approved, out of `total`. */
  done: number
  total: number
  /** Whether no other reminder about it follows. */
  last: boolean
  /** The day by which the client had promised to send it, when it has just passed; else null. */
  promised: string | null
}

/** The facts that the text of a follow-up may use. Workforms are sorted by due date. */
export interface FollowUpFacts {
  client_name: string
  bookkeeper_name: string
  firm_name: string
  workforms: FollowUpWorkform[]
  /** Number of this follow-up, from 1. */
  step: number
  kind: FollowUpKind
  /** The tone of the message, and what to ask for first. */
  wishes: { tone: Tone; first: string | null }
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
  /** The number among the follow-ups after the due date, from 1; 0 on the due date and before. */
  overdue: count,
  /** Sections that were not submitted when the follow-up was planned or sent. */
  open: count,
})
export type FollowUpAbout = z.infer<typeof FollowUpAbout>

/**
 * A reminder to a client, a new invitation to a client who never signed up, or an escalation that tells the bookkeeper
 * that reminders had no effect.
 */
export const FollowUp = z.object({
  client_id: Id,
  client_name: z.string(),
  day: Day,
  /** When it was or will be sent. */
  at: Instant,
  time_zone: z.string(),
  kind: z.enum(['message', 'escalation']),
  /** True for a message that is a new invitation, because the client never signed up. */
  is_invitation: z.boolean(),
  state: z.enum(['planned', 'skipped', 'sent']),
  about: z.array(FollowUpAbout),
  subject: z.string(),
  text: z.string(),
  source: z.enum([...TEXT_SOURCES, 'bookkeeper']),
  /** True when the client's progress has changed since the bookkeeper wrote the text. */
  outdated: z.boolean(),
  /** When the client wrote the first message that the bookkeeper has not read; nothing is sent until it is read. */
  held_since: Instant.nullable(),
  /** What the client has promised in a message that the bookkeeper has not read. */
  promise: ClientPromise.nullable(),
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
  /** Open sections that the agent does not ask for, because the client waits for an answer to a question. */
  open_questions: z.array(z.object({ section_name: z.string(), asked_at: Instant })).optional(),
  sent: count,
  /** True when the follow-ups have been escalated to the bookkeeper; no more are sent. */
  escalated: z.boolean(),
  /** Superseded by `preferences`. */
  wishes: NoteWishes,
  notes: z.string().nullable(),
  /** The preferences that the bookkeeper has confirmed; null when there are none. */
  preferences: Preferences.nullable(),
  /** What the agent suggests for notes that were not confirmed; null when there are none. */
  suggestion: UnderstoodNotes.nullable(),
})
export type AgentAssignment = z.infer<typeof AgentAssignment>

/** Why the agent holds all reminders to a client. */
export const Held = z.object({
  /** The day on which the agent asks the bookkeeper; null when it does not ask. */
  ask_on: Day.nullable(),
  why: z.string(),
})
export type Held = z.infer<typeof Held>

/** A client whose reminders are held until the bookkeeper releases them. */
export const HeldClient = z.object({
  client_id: Id,
  client_name: z.string(),
  /** The day on which the agent asks; null when it has asked, or does not ask. */
  ask_on: Day.nullable(),
  at: Instant,
  /** What is held, and why. */
  text: z.string(),
  about: z.array(FollowUpAbout),
})
export type HeldClient = z.infer<typeof HeldClient>
export const HeldClients = page(HeldClient)
export type HeldClients = z.infer<typeof HeldClients>

export const ClientFollowUps = z.object({
  mode: z.enum(AGENT_MODES),
  /** The day on which a pause ends; null when it has no end date. */
  resumes: Day.nullable(),
  time_zone: z.string(),
  /** True when the client is inactive, so nothing is sent. */
  inactive: z.boolean(),
  /** False when the client has never signed up and gets new invitations instead of reminders. */
  signed_up: z.boolean(),
  /** When the client wrote the first message that the bookkeeper has not read; nothing is sent until it is read. */
  held_since: Instant.nullable(),
  /** What the client has promised in a message that the bookkeeper has not read. */
  promise: ClientPromise.nullable(),
  held: Held.nullable(),
  notes: z.string().nullable(),
  /** The preferences for all assignments of the client; null when there are none. */
  preferences: Preferences.nullable(),
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
  subject: requiredText(FOLLOW_UP_SUBJECT_MAX, 'line'),
  text: requiredText(FOLLOW_UP_TEXT_MAX),
})
export const SkipFollowUp = z.object({ skipped: z.boolean() })
export const FollowUpParam = z.object({ id: Id, day: Day })
export const AgentAssignmentParam = z.object({ id: Id, workformId: Id })

const notes = anyText(NOTES_MAX).transform((text) => text || null)

/**
 * Notes of a client or an assignment, with the preferences that the bookkeeper confirmed for them. `before` is what the
 * bookkeeper has seen: if it has changed, the request is refused.
 */
export const SetPreferences = z.object({
  notes: notes.nullable(),
  preferences: Preferences.nullable(),
  before: z.object({ notes: notes.nullable(), preferences: Preferences.nullable() }).optional(),
})

/** Notes to read. `preferences` are those that the bookkeeper has edited so far; null to use the suggested ones. */
export const SuggestPreferences = z.object({
  notes: anyText(NOTES_MAX),
  preferences: Preferences.nullable(),
  due_date: Day.nullable(),
  /** The client; null for several clients or one who is not created yet. */
  client_id: Id.nullable(),
  /** The assigned workform whose preferences change; absent for one that is not assigned yet. */
  workform_id: Id.optional(),
})

/** The preferences that the agent suggests, and what it would do next with the current ones. */
export const Suggestion = UnderstoodNotes.extend({
  next: z
    .object({
      /** When the first reminder would be sent; null when none is planned. */
      at: Instant.nullable(),
      time_zone: z.string(),
      held: Held.nullable(),
    })
    .nullable(),
})
export type Suggestion = z.infer<typeof Suggestion>
