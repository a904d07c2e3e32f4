import type { ReviewSection, SubmissionCard } from '@portal/contract/review'
import type { SubmissionSort } from '@portal/contract/submission-orders'
import { api, call, toastInfo, toastProblem } from '@portal/sdk'
import { createContext, useCallback, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { isWaiting } from '../section/content.ts'
import { isPair, type Pair } from '../submissions/cache.ts'
import type { SubmissionsSearch } from '../submissions/search.ts'
import { currentSubmission, showItem } from './keys.ts'

/** The card, and optionally the section, to navigate to. Defaults to the first waiting section. */
export interface Target extends Pair {
  assignment_id?: string
}

/** The current navigation target, which may still have to be loaded or opened. */
export const TargetContext = createContext<{ target: Target | undefined; onReached: () => void }>({
  target: undefined,
  onReached: () => undefined,
})

/** Returns the id of the target section if it is in this card. */
export function useTargetSection(card: SubmissionCard): string | undefined {
  const { target } = useContext(TargetContext)
  if (!target || !isPair(card, target)) return undefined
  return target.assignment_id ?? card.sections.find(isWaiting)?.assignment_id ?? card.sections[0]?.assignment_id
}

/** Returns a ref for an element that takes the focus when it is the target. */
export function useTargetRef(isTarget: boolean) {
  const { onReached } = useContext(TargetContext)
  const element = useRef<HTMLDivElement>(null)
  // Before the paint: the next key belongs to what is shown.
  useLayoutEffect(() => {
    if (!isTarget) return
    showItem(element.current)
    onReached()
  }, [isTarget, onReached])
  return element
}

/**
 * Returns the waiting section of a card that comes after one of its sections, in the order of the form. Once that one
 * is decided on, the sections before it count, too.
 */
function nextInCard({ sections }: SubmissionCard, id: string): ReviewSection | undefined {
  const at = sections.findIndex((s) => s.assignment_id === id)
  const current = sections[at]
  const before = current && !isWaiting(current) ? sections.slice(0, at) : []
  return [...sections.slice(at + 1), ...before].find(isWaiting)
}

/** Returns the card or section that has the focus. */
function focusedTarget(cards: readonly SubmissionCard[]): Target | undefined {
  const { review: kind, reviewId: id } = currentSubmission()?.dataset ?? {}
  const card = cards.find((c) =>
    kind === 'section' ? c.sections.some((s) => s.assignment_id === id) : `${c.workform_id} ${c.client_id}` === id,
  )
  if (!card) return undefined
  const { workform_id, client_id } = card
  return { workform_id, client_id, ...(kind === 'section' && id ? { assignment_id: id } : {}) }
}

/** Returns the submission that has waited longest, or the next one after the given one, which is left out. */
async function longestWaiting(after: Pair | undefined): Promise<Pair | null> {
  const current = after ? { workform: after.workform_id, client: after.client_id } : {}
  const { next } = await call(api.submissions.waiting.$get({ query: { sort: 'waiting', ...current } }))
  return next
}

/**
 * Navigates to what has waited longest for a review, whatever the order of the list: the other sections of the current
 * submission first, then the submission that has waited longest. One that was skipped comes again after the others. A
 * submission that is not loaded is shown alone.
 * @param loadedCards returns the loaded cards in the order of the screen
 * @param sort the order of the list
 */
export function useQueue(
  loadedCards: () => readonly SubmissionCard[],
  onSearch: (search: SubmissionsSearch) => void,
  sort: SubmissionSort | undefined,
) {
  const [target, setTarget] = useState<Target>()
  /** Where the queue led last. */
  const visited = useRef<Target>(undefined)
  /** The submission that was left last while it was waiting. The queue goes on after it. */
  const skipped = useRef<Pair>(undefined)
  const onReached = useCallback(() => {
    setTarget(undefined)
    // The section is only known when its card is loaded.
    const { review: kind, reviewId: id } = currentSubmission()?.dataset ?? {}
    if (visited.current && kind === 'section' && id) visited.current = { ...visited.current, assignment_id: id }
  }, [])
  const go = (to: Target): void => {
    visited.current = to
    setTarget(to)
  }
  const next = async (): Promise<void> => {
    const cards = loadedCards()
    // A press on the button takes the focus away.
    const from: Target | undefined = focusedTarget(cards) ?? visited.current
    const card = from && cards.find((c) => isPair(c, from))
    const here = card && from.assignment_id && nextInCard(card, from.assignment_id)
    if (here) return go({ ...from, assignment_id: here.assignment_id })
    if (from && visited.current && isPair(from, visited.current) && card?.sections.some(isWaiting))
      skipped.current = from
    try {
      let found = await longestWaiting(skipped.current)
      if (found && from && isPair(found, from)) found = await longestWaiting(from)
      // The last one may have a section before the current one.
      found ??= card?.sections.some(isWaiting) ? card : null
      if (!found) return toastInfo('Nothing is waiting for review')
      const { workform_id, client_id } = found
      go({ workform_id, client_id })
      if (!cards.some((c) => isPair(c, { workform_id, client_id })))
        onSearch({ ...(sort ? { sort } : {}), workform: workform_id, client: client_id })
    } catch (error) {
      toastProblem(error)
    }
  }
  return { next: () => void next(), target: useMemo(() => ({ target, onReached }), [target, onReached]) }
}
