import type { ReviewSection, SubmissionCard } from '@portal/contract/review'
import { createContext, useContext, useEffect, useRef } from 'react'
import { focusItem } from './keys.ts'

/** A card, and one of its sections, that somebody wants to get to. Without a section it is the first that waits. */
export interface Target {
  workform_id: string
  client_id: string
  assignment_id?: string
}

/** What is on the way to being shown: it may have to be fetched or unfolded first. */
export const TargetContext = createContext<{ target: Target | undefined; onReached: () => void }>({
  target: undefined,
  onReached: () => undefined,
})

/** Whether a section waits for the bookkeeper's decision. */
export const waits = ({ status }: Pick<ReviewSection, 'status'>): boolean =>
  status === 'pending_review' || status === 'submitted'

/** The section of this card that is wanted, if it is this card that is. */
export function useWantedIn(card: SubmissionCard): string | undefined {
  const { target } = useContext(TargetContext)
  if (target?.workform_id !== card.workform_id || target.client_id !== card.client_id) return undefined
  return target.assignment_id ?? card.sections.find(waits)?.assignment_id ?? card.sections[0]?.assignment_id
}

/** The ref of an element that takes the focus when it is `wanted`. */
export function useReach(wanted: boolean): { readonly current: HTMLDivElement | null } {
  const { onReached } = useContext(TargetContext)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!wanted) return
    focusItem(element.current)
    onReached()
  }, [wanted, onReached])
  return element
}

/** The next section that waits behind the present card or section, in the order of the screen. */
export function nextOnScreen(
  cards: readonly SubmissionCard[],
  present: { workform_id: string; client_id: string; assignment_id?: string } | undefined,
): Target | undefined {
  const rows = cards.flatMap((card) => card.sections.map((section) => ({ card, section })))
  const at = rows.findLastIndex(({ card, section }) => {
    if (!present || card.workform_id !== present.workform_id || card.client_id !== present.client_id) return false
    return !present.assignment_id || section.assignment_id === present.assignment_id
  })
  // From a card's own heading its first section is the next one.
  const from = present && !present.assignment_id ? rows.findIndex(({ card }) => isPair(card, present)) : at + 1
  const next = rows.slice(Math.max(0, from)).find(({ section }) => waits(section))
  return (
    next && {
      workform_id: next.card.workform_id,
      client_id: next.card.client_id,
      assignment_id: next.section.assignment_id,
    }
  )
}

const isPair = (
  card: SubmissionCard,
  { workform_id, client_id }: { workform_id: string; client_id: string },
): boolean => card.workform_id === workform_id && card.client_id === client_id
