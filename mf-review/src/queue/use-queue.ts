import type { SubmissionCard } from '@portal/contract/review'
import type { SubmissionSort } from '@portal/contract/submission-orders'
import { api, call, toastInfo, toastProblem } from '@portal/sdk'
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { isWaiting } from '../section/content.ts'
import { isPair, type Pair } from '../submissions/cache.ts'
import type { SubmissionsSearch } from '../submissions/search.ts'
import { currentSubmission, focusItem } from './keys.ts'

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
  useEffect(() => {
    if (!isTarget) return
    focusItem(element.current)
    onReached()
  }, [isTarget, onReached])
  return element
}

/** Returns the next waiting section after the current card or section, in the order of the screen. */
function nextOnScreen(cards: readonly SubmissionCard[], current: Target | undefined): Target | undefined {
  const rows = cards.flatMap(({ workform_id, client_id, sections }) =>
    sections.map((section) => ({ workform_id, client_id, section })),
  )
  const isCurrent = ({ section, ...pair }: (typeof rows)[number]): boolean =>
    current !== undefined &&
    isPair(pair, current) &&
    (!current.assignment_id || section.assignment_id === current.assignment_id)
  // From a card's heading, its first section is the next one.
  const from = current && !current.assignment_id ? rows.findIndex(isCurrent) : rows.findLastIndex(isCurrent) + 1
  const next = rows.slice(Math.max(0, from)).find(({ section }) => isWaiting(section))
  if (!next) return undefined
  const { section, ...pair } = next
  return { ...pair, assignment_id: section.assignment_id }
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

/**
 * Navigates from one waiting section to the next: among the loaded cards first, then to any other on the server, shown
 * alone.
 * @param loadedCards returns the loaded cards in the order of the screen
 * @param sort the order of the list
 */
export function useQueue(
  loadedCards: () => readonly SubmissionCard[],
  onSearch: (search: SubmissionsSearch) => void,
  sort: SubmissionSort | undefined,
) {
  const [target, setTarget] = useState<Target>()
  const onReached = useCallback(() => setTarget(undefined), [])
  const next = async (): Promise<void> => {
    const cards = loadedCards()
    const from = focusedTarget(cards)
    const here = nextOnScreen(cards, from)
    if (here) return setTarget(here)
    const last = from ?? cards.at(-1)
    const order = sort ? { sort } : {}
    const query = { ...order, ...(last ? { workform: last.workform_id, client: last.client_id } : {}) }
    try {
      const { next: elsewhere } = await call(api.submissions.waiting.$get({ query }))
      // The current card may have a waiting section before the current one; the server leaves that card out.
      const found = elsewhere ?? nextOnScreen(cards, undefined)
      if (!found) return toastInfo('Nothing is waiting for review')
      const loaded = cards.find((c) => isPair(c, found))
      setTarget(loaded ? nextOnScreen([loaded], undefined) : found)
      if (!loaded) onSearch({ ...order, workform: found.workform_id, client: found.client_id })
    } catch (error) {
      toastProblem(error)
    }
  }
  return { next: () => void next(), target: useMemo(() => ({ target, onReached }), [target, onReached]) }
}
