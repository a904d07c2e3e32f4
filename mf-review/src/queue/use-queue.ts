import type { SubmissionCard } from '@portal/contract/review'
import { api, call, toastInfo, toastProblem } from '@portal/sdk'
import { useCallback, useState } from 'react'
import type { SubmissionsSearch } from '../submissions/search.ts'
import { currentItem } from './keys.ts'
import { nextOnScreen, type Target } from './target.ts'

/** Returns the card or section that has the focus. */
function focusedTarget(cards: readonly SubmissionCard[]): Target | undefined {
  const item = currentItem()
  const id = item?.dataset['reviewId']
  const card = cards.find((c) =>
    item?.dataset['review'] === 'section'
      ? c.sections.some((s) => s.assignment_id === id)
      : `${c.workform_id} ${c.client_id}` === id,
  )
  if (!card) return undefined
  const { workform_id, client_id } = card
  return item?.dataset['review'] === 'section' && id
    ? { workform_id, client_id, assignment_id: id }
    : { workform_id, client_id }
}

/**
 * Navigates from one waiting section to the next: among the loaded cards first, then to any other on the server, shown
 * alone.
 */
export function useQueue(cards: readonly SubmissionCard[], onSearch: (search: SubmissionsSearch) => void) {
  const [target, setTarget] = useState<Target>()
  const onReached = useCallback(() => setTarget(undefined), [])
  const next = async (): Promise<void> => {
    const from = focusedTarget(cards)
    const here = nextOnScreen(cards, from)
    if (here) return setTarget(here)
    const last = from ?? cards.at(-1)
    const query = last ? { workform: last.workform_id, client: last.client_id } : {}
    try {
      const { next: elsewhere } = await call(api.submissions.waiting.$get({ query }))
      // The current card may have a waiting section before the current one; the server leaves that card out.
      const found = elsewhere ?? nextOnScreen(cards, undefined)
      if (!found) return toastInfo('Nothing is waiting for review')
      const loaded = cards.find((c) => c.workform_id === found.workform_id && c.client_id === found.client_id)
      setTarget(loaded ? nextOnScreen([loaded], undefined) : found)
      if (!loaded) onSearch({ workform: found.workform_id, client: found.client_id })
    } catch (error) {
      toastProblem(error)
    }
  }
  return { target, onReached, next }
}
