import { z } from 'zod'
import { Day } from './common.ts'
import { WISH_FIRST_MAX } from './limits.ts'

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
