import type { ReviewSection } from '@portal/contract/review'
import { api, call } from '@portal/sdk'
import { type RefObject, useEffect } from 'react'

/** How long a submission must be on screen before it counts as opened, in ms: scrolling past it does not. */
const SHOWN_MS = 1000

/**
 * Reports that the bookkeeper has opened a submission, once it is on screen in a window with the focus. From then on
 * the client cannot take it back without asking.
 * @param isReviewable whether there is a submission to review
 */
export function useOpened(
  element: RefObject<HTMLElement | null>,
  { assignment_id: id, version }: Pick<ReviewSection, 'assignment_id' | 'version'>,
  isReviewable: boolean,
): void {
  useEffect(() => {
    if (!isReviewable || !element.current) return undefined
    let isShown = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let isDone = false
    const report = (): void => {
      isDone = true
      call(api.sections[':id'].opened.$post({ param: { id }, json: { version } })).catch(() => {
        // The client may have changed it in the meantime. Otherwise the next change of the window's focus tries again.
        isDone = false
      })
    }
    const check = (): void => {
      clearTimeout(timer)
      if (isShown && !isDone && document.hasFocus()) timer = setTimeout(report, SHOWN_MS)
    }
    const watch = new IntersectionObserver(([entry]) => {
      isShown = entry?.isIntersecting ?? false
      check()
    })
    watch.observe(element.current)
    window.addEventListener('focus', check)
    window.addEventListener('blur', check)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
      window.removeEventListener('focus', check)
      window.removeEventListener('blur', check)
    }
  }, [element, id, version, isReviewable])
}
