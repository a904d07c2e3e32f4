import * as z from 'zod'
import { Day, Id, Instant, PageQuery, page, requiredText } from './common.ts'
import { FOLLOW_UP_SUBJECT_MAX, FOLLOW_UP_TEXT_MAX, WISH_FIRST_MAX } from './limits.ts'

/** The agent that follows up (ruling 26): what it reads out of a bookkeeper's notes, and what its texts are made of. */

/** What a bookkeeper's notes ask of the follow-ups of one assignment. */
export const NoteWishes = z.object({
  tone: z.enum(['gentle', 'neutral', 'firm']),
  /** Dates on which nothing is sent, both included; from null: since ever, as in "travelling until the 10th". */
  quiet: z.array(z.object({ from: Day.nullable(), until: Day })),
  cadence: z.enum(['less', 'normal', 'more']),
  /** What to ask for first, in plain words. */
  first: z.string().max(WISH_FIRST_MAX).nullable(),
})
export type NoteWishes = z.infer<typeof NoteWishes>

/** How the wishes were read: by our own rules, or by a language model. */
export const WISHES_SOURCES = ['rules', 'model'] as const
export type WishesSource = (typeof WISHES_SOURCES)[number]

/** Where a text comes from: a language model, or our template. */
export const TEXT_SOURCES = ['model', 'template'] as const
export type TextSource = (typeof TEXT_SOURCES)[number]

/** When a follow-up comes: ahead of the due date, on it, or after it. */
export const FOLLOW_UP_KINDS = ['before', 'due', 'overdue'] as const
export type FollowUpKind = (typeof FOLLOW_UP_KINDS)[number]

/** A workform that a follow-up asks for. */
export interface FollowUpWorkform {
  name: string
  /** yyyy-mm-dd */
  due_date: string
  /** Days until the due date on the day of the message; negative when it has passed. */
  days_left: number
  /** Sections that the client has yet to fill in, without the rejected ones, in their order. */
  open_sections: string[]
  /** Sections that came back, each with the bookkeeper's reason. */
  rejected: { section: string; reason: string }[]
  /** Sections submitted or approved, of all. */
  done: number
  total: number
}

/** All that the text of one follow-up may be made of; the workform that is due first comes first. */
export interface FollowUpFacts {
  client_name: string
  bookkeeper_name: string
  firm_name: string
  workforms: FollowUpWorkform[]
  /** Which follow-up this is, from 1, and how many there are at most. */
  step: number
  limit: number
  kind: FollowUpKind
  wishes: NoteWishes
}

/** Whether the agent follows up on a client: `paused` keeps the plan for later, `off` has none. */
export const AGENT_MODES = ['on', 'paused', 'off'] as const
export type AgentMode = (typeof AGENT_MODES)[number]

const count = z.number().int()

/** An assignment that a follow-up is about. `step` counts the follow-ups about it, from 1. */
export const FollowUpAbout = z.object({
  workform_id: Id,
  workform_name: z.string(),
  due_date: Day,
  step: count,
  /** Sections the client had yet to hand in, when this was planned or sent. */
  open: count,
})
export type FollowUpAbout = z.infer<typeof FollowUpAbout>

/** A follow-up: a message to a client, or the word to the bookkeeper that messages got nowhere. */
export const FollowUp = z.object({
  client_id: Id,
  client_name: z.string(),
  day: Day,
  /** When it was sent or will be. */
  at: Instant,
  time_zone: z.string(),
  kind: z.enum(['message', 'escalation']),
  state: z.enum(['planned', 'skipped', 'sent']),
  about: z.array(FollowUpAbout),
  subject: z.string(),
  text: z.string(),
  source: z.enum([...TEXT_SOURCES, 'bookkeeper']),
  /** The bookkeeper's text was written before the client's progress changed. */
  outdated: z.boolean(),
})
export type FollowUp = z.infer<typeof FollowUp>

/** An assignment of a client as the agent sees it. */
export const AgentAssignment = z.object({
  workform_id: Id,
  workform_name: z.string(),
  due_date: Day.nullable(),
  paused: z.boolean(),
  /** What the agent waits for: the client's sections, the bookkeeper's review, nothing any more, or a due date. */
  waits_for: z.enum(['client', 'review', 'nothing', 'due_date']),
  sent: count,
  /** The bookkeeper was told that follow-ups got nowhere; there are no more. */
  escalated: z.boolean(),
  wishes: NoteWishes,
})
export type AgentAssignment = z.infer<typeof AgentAssignment>

/** What the agent does about a client. */
export const ClientFollowUps = z.object({
  mode: z.enum(AGENT_MODES),
  /** Of a pause: the day on which it ends; null where it does not end by itself. */
  resumes: Day.nullable(),
  time_zone: z.string(),
  /** Nothing is sent to an inactive client. */
  inactive: z.boolean(),
  assignments: z.array(AgentAssignment),
  /** In the order of time. */
  upcoming: z.array(FollowUp),
  /** Latest first. */
  past: z.array(FollowUp),
})
export type ClientFollowUps = z.infer<typeof ClientFollowUps>

/** `upcoming` in the order of time, `past` latest first. */
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
    message: 'Only a pause can end.',
  })
export const PauseAssignment = z.object({ paused: z.boolean() })
/** The bookkeeper's own text of a planned follow-up. */
export const EditFollowUp = z.object({
  subject: requiredText(FOLLOW_UP_SUBJECT_MAX),
  text: requiredText(FOLLOW_UP_TEXT_MAX),
})
export const SkipFollowUp = z.object({ skipped: z.boolean() })
export const FollowUpParam = z.object({ id: Id, day: Day })
export const AgentAssignmentParam = z.object({ id: Id, workformId: Id })
