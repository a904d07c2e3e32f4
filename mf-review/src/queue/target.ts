import type { ReviewSection, SubmissionCard } from '@portal/contract/review'
import { createContext, useContext, useEffect, useRef } from 'react'
import { focusItem } from './keys.ts'

/** The card, and optionally the section, to navigate to. Defaults to the first waiting section. */
export interface Target {
  workform_id: string
  client_id: string
  assignment_id?: string
}

/** The current navigation target, which may still have to be loaded or opened. */
export const TargetContext = createContext<{ target: Target | undefined; onReached: () => void }>({
  target: undefined,
  onReached: () => undefined,
})

/** Returns whether a section waits for the bookkeeper's decision. */
export const isWaiting = ({ status }: Pick<ReviewSection, 'status'>): boolean =>
  status === 'pending_review' || status === 'submitted'

/** Returns the id of the target section if it is in this card. */
export function useTargetSection(card: SubmissionCard): string | undefined {
  const { target } = useContext(TargetContext)
  if (target?.workform_id !== card.workform_id || target.client_id !== card.client_id) return undefined
  return target.assignment_id ?? card.sections.find(isWaiting)?.assignment_id ?? card.sections[0]?.assignment_id
}

/** Returns a ref for an element that takes the focus when it is the target. */
export function useTargetRef(isTarget: boolean): { readonly current: HTMLDivElement | null } {
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
export function nextOnScreen(
  cards: readonly SubmissionCard[],
  current: { workform_id: string; client_id: string; assignment_id?: string } | undefined,
): Target | undefined {
  const rows = cards.flatMap((card) => card.sections.map((section) => ({ card, section })))
  const at = rows.findLastIndex(({ card, section }) => {
    if (!current || card.workform_id !== current.workform_id || card.client_id !== current.client_id) return false
    return !current.assignment_id || section.assignment_id === current.assignment_id
  })
  // From a card's heading, its first section is the next one.
  const from = current && !current.assignment_id ? rows.findIndex(({ card }) => isPair(card, current)) : at + 1
  const next = rows.slice(Math.max(0, from)).find(({ section }) => isWaiting(section))
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
