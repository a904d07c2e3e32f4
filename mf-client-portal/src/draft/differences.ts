import { cleanText } from '@portal/contract/text'
import { DRAFT_VERSIONS_PER_ROUND } from '@portal/contract/limits'
import { type DraftAnswer, type DraftAnswers, isGiven, isNonAnswer } from './draft-answers.ts'
import type { ServerDraft } from './draft-state.ts'

/** Returns whether two answers are equal; an empty answer equals none. */
export function sameAnswer(a: DraftAnswer | undefined, b: DraftAnswer | undefined): boolean {
  return JSON.stringify(normalized(a)) === JSON.stringify(normalized(b))
}

function normalized(answer: DraftAnswer | undefined): unknown {
  if (!isGiven(answer) || answer === undefined) return null
  // The server trims notes.
  if (isNonAnswer(answer)) return { reason: answer.reason, note: cleanText(answer.note) }
  // Files are compared by id.
  return Array.isArray(answer) ? answer.map((a) => (typeof a === 'string' ? a : a.id)) : answer
}

const idsOf = (...all: DraftAnswers[]): string[] => [...new Set(all.flatMap((answers) => Object.keys(answers)))]

/** Returns whether two sets of answers are equal for all fields of either. */
export function sameAnswers(a: DraftAnswers, b: DraftAnswers): boolean {
  return idsOf(a, b).every((id) => sameAnswer(a[id], b[id]))
}

/** Returns the answers of some fields. */
export const pick = (answers: DraftAnswers, ids: readonly string[]): DraftAnswers =>
  Object.fromEntries(ids.map((id) => [id, answers[id] ?? null]))

/** Returns the answers without some fields. */
export const omit = (answers: DraftAnswers, ids: readonly string[]): DraftAnswers =>
  Object.fromEntries(Object.entries(answers).filter(([id]) => !ids.includes(id)))

/** The result of merging the answers of two devices. */
export interface Merged {
  answers: DraftAnswers
  /** Fields that both changed differently. `answers` has this device's answer. */
  disputed: string[]
}

/** Merges the changes of both sides since `base`: a field that only one side changed gets its answer. */
export function mergeAnswers(base: DraftAnswers, mine: DraftAnswers, theirs: DraftAnswers): Merged {
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
 * Merges local answers, based on `base`, with the server's draft. Drafts of the same round have a common base. After a
 * rejection, the client decides on every difference.
 */
export function mergeDrafts(base: ServerDraft, mine: DraftAnswers, server: ServerDraft): Merged {
  const sameRound = server.draft_version > 0 && roundOf(base.draft_version) === roundOf(server.draft_version)
  if (base.draft_version === 0 || sameRound) return mergeAnswers(base.answers, mine, server.answers)
  return {
    answers: mine,
    disputed: idsOf(mine, server.answers).filter((id) => !sameAnswer(mine[id], server.answers[id])),
  }
}

/** Applies the changes from `before` to `after` to other answers. */
export function applyChanges(before: DraftAnswers, after: DraftAnswers, onto: DraftAnswers): DraftAnswers {
  const changed = idsOf(before, after).filter((id) => !sameAnswer(before[id], after[id]))
  return { ...onto, ...Object.fromEntries(changed.map((id) => [id, after[id] ?? null])) }
}

/** Number of unconfirmed saves that are remembered. */
const SENT_MAX = 50

/** Adds the fingerprint of sent answers. */
export const rememberSent = (sent: readonly string[], answers: DraftAnswers): string[] =>
  [...sent, fingerprint(answers)].slice(-SENT_MAX)

/** Returns a short hash that is equal for equal answers, and practically never otherwise. */
export function fingerprint(answers: DraftAnswers): string {
  const text = JSON.stringify(
    Object.keys(answers)
      .sort()
      .flatMap((id) => (isGiven(answers[id]) ? [[id, normalized(answers[id])]] : [])),
  )
  // Two FNV-1a hashes with different seeds: 64 bits, without an asynchronous digest.
  const hash = (seed: number): string => {
    let h = seed
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
    return (h >>> 0).toString(36)
  }
  return `${hash(0x811c9dc5)}.${hash(0x5bd1e995)}.${text.length}`
}
