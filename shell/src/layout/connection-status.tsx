import { useRealtimeStatus } from '@portal/sdk'
import { useEffect, useState } from 'react'

const SHOW_AFTER_MS = 3000

/** Appears after a delay. */
function Reconnecting() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  return (
    <span className="inline-flex items-center gap-2 text-base-content/70">
      <span className="loading loading-ring loading-xs" aria-hidden />
      Reconnecting…
    </span>
  )
}

/** Shows that live updates are interrupted for longer than a moment. */
export function ConnectionStatus() {
  const broken = useRealtimeStatus() === 'reconnecting'
  return (
    <span role="status" className="text-sm">
      {broken ? <Reconnecting /> : null}
    </span>
  )
}
