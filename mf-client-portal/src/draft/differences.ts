import { DRAFT_VERSIONS_PER_ROUND } from '@portal/contract/limits'
import { type Answer, type Answers, isAnswered } from '@portal/contract/fields'
import type { ServerDraft } from './draft-state.ts'

/** Whether two answers say the same; one that is empty says the same as none. */
export function sameAnswer(a: Answer | undefined, b: Answer | undefined): boolean {
  return JSON.stringify(said(a)) === JSON.stringify(said(b))
}

function said(answer: Answer | undefined): unknown {
  if (!isAnswered(answer) || answer === undefined) return null
  // A file is known by its id, whatever else is told about it.
  return Array.isArray(answer) ? answer.map((a) => (typeof a === 'string' ? a : a.id)) : answer
}

const idsOf = (...all: Answers[]): string[] => [...new Set(all.flatMap((answers) => Object.keys(answers)))]

/** Whether two sets of answers say the same about every field of either. */
export function sameAnswers(a: Answers, b: Answers): boolean {
  return idsOf(a, b).every((id) => sameAnswer(a[id], b[id]))
}

/** The answers to some fields. */
export const only = (answers: Answers, ids: readonly string[]): Answers =>
  Object.fromEntries(ids.map((id) => [id, answers[id] ?? null]))

/** The answers but those to some fields. */
export const without = (answers: Answers, ids: readonly string[]): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([id]) => !ids.includes(id)))

/** What two devices made of the same answers. */
export interface Merged {
  answers: Answers
  /** Fields that both changed, each to something else. They hold what was said here. */
  disputed: string[]
}

/** Joins what was changed here with what was changed there since `base`: where only one side changed a field, that is its answer. */
export function merge(base: Answers, mine: Answers, theirs: Answers): Merged {
  const merged: Merged = { answers: {}, disputed: [] }
  for (const id of idsOf(base, mine, theirs)) {
    const [was, here, there] = [base[id], mine[id], theirs[id]]
    const theirsHolds = sameAnswer(here, there) || sameAnswer(here, was)
    merged.answers[id] = (theirsHolds ? there : here) ?? null
    if (!theirsHolds && !sameAnswer(there, was)) merged.disputed.push(id)
  }
  return merged
}

const roundOf = (version: number): number => Math.floor(version / DRAFT_VERSIONS_PER_ROUND)

/**
 * Joins what was typed here, on top of `base`, with what the server has now. Drafts of the same round were typed onto the same answers;
 * after a rejection everything that differs is for the person to decide.
 */
export function joinDrafts(base: ServerDraft, mine: Answers, server: ServerDraft): Merged {
  const sameRound = server.draft_version > 0 && roundOf(base.draft_version) === roundOf(server.draft_version)
  if (base.draft_version === 0 || sameRound) return merge(base.answers, mine, server.answers)
  return {
    answers: mine,
    disputed: idsOf(mine, server.answers).filter((id) => !sameAnswer(mine[id], server.answers[id])),
  }
}

/** Puts what changed from `before` to `after` onto other answers. */
export function carryOver(before: Answers, after: Answers, onto: Answers): Answers {
  const changed = idsOf(before, after).filter((id) => !sameAnswer(before[id], after[id]))
  return { ...onto, ...Object.fromEntries(changed.map((id) => [id, after[id] ?? null])) }
}

/** Unanswered saves that are remembered. */
const SENT_MAX = 50

/** Adds answers to the fingerprints of those that were sent. */
export const remember = (sent: readonly string[], answers: Answers): string[] =>
  [...sent, fingerprint(answers)].slice(-SENT_MAX)

/** A short text that is the same for answers that say the same, and practically never for others. */
export function fingerprint(answers: Answers): string {
  const text = JSON.stringify(
    Object.keys(answers)
      .sort()
      .flatMap((id) => (isAnswered(answers[id]) ? [[id, said(answers[id])]] : [])),
  )
  // Two rounds of FNV-1a with different seeds: 64 bits, without waiting for a digest.
  const hash = (seed: number): string => {
    let h = seed
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
    return (h >>> 0).toString(36)
  }
  return `${hash(0x811c9dc5)}.${hash(0x5bd1e995)}.${text.length}`
}
