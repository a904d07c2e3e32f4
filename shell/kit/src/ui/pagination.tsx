import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from './button.tsx'

export interface LoadMoreProps {
  /** Whether there is another page. */
  hasMore: boolean
  loading: boolean
  onMore: () => void
  /** Loads automatically when scrolled into view; the button stays for keyboards. */
  auto?: boolean | undefined
  label?: string | undefined
}

/** Renders the end of a list with a button that loads the next page. */
export function LoadMore({ hasMore, loading, onMore, auto, label = 'Load more' }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const onVisible = useEffectEvent((entries: readonly IntersectionObserverEntry[]) => {
    if (entries.some((entry) => entry.isIntersecting)) onMore()
  })
  useEffect(() => {
    if (!auto || !hasMore || loading || !end.current) return
    const watch = new IntersectionObserver((entries) => onVisible(entries), { rootMargin: '400px' })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [auto, hasMore, loading])
  if (!hasMore) return null
  return (
    <div ref={end} className="flex justify-center p-4">
      <Button size="sm" busy={loading} busyLabel="Loading..." onClick={onMore}>
        {label}
      </Button>
    </div>
  )
}
