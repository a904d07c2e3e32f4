import type { Answers, FileAnswer } from '../../worker/contract/src/fields.ts'

/** What people were promised: whatever was answered with a yes. Each promise knows the fault during which it was made. */

export interface Promised {
  during: string
}

export interface FilePromise extends Promised {
  file: FileAnswer
  sha256: string
  /** Whether it is still to be there: an answer that was rejected takes its files along. */
  isKept: boolean
}

/** Something that happened to a section, in the order of the answers. */
export interface Act extends Promised {
  event: 'submitted' | 'approved' | 'rejected' | 'undone'
  /** Notes of an approval, or the reason of a rejection. */
  text: string | null
  answers: Answers
}

export interface SectionPromise extends Promised {
  id: string
  name: string
  workformId: string
  clientId: string
  clientUserId: string
  bookkeeperId: string
  version: number
  acts: Act[]
  /** What was saved last of what the client types; undefined where nothing waits to be submitted. */
  draft: ({ answers: Answers; version: number } & Promised) | undefined
  files: FilePromise[]
}

export interface MessagePromise extends Promised {
  id: string
  threadId: string
  sender: 'client' | 'bookkeeper'
  /** Empty where it was deleted. */
  text: string
  files: FilePromise[]
  isDeleted: boolean
}

export interface Ledger {
  sections: Map<string, SectionPromise>
  messages: Map<string, MessagePromise>
  /** Ids of clients who were created, by e-mail. */
  clients: Map<string, Promised & { id: string; bookkeeperId: string }>
  /** What a client's company is called, by id. */
  companies: Map<string, Promised & { company: string }>
  /** Names of workforms, by id. */
  workforms: Map<string, Promised & { name: string }>
  /** When a client's workform is due, by the ids of both. */
  dueDates: Map<string, Promised & { date: string; bookkeeperId: string }>
  /** Answers that nothing explains: refused without a reason, or another answer to a repeat. */
  surprises: (Promised & { what: string })[]
  /** Repeats that were answered as the first time. */
  repeats: Promised[]
}

export const newLedger = (): Ledger => ({
  sections: new Map(),
  messages: new Map(),
  clients: new Map(),
  companies: new Map(),
  workforms: new Map(),
  dueDates: new Map(),
  surprises: [],
  repeats: [],
})
