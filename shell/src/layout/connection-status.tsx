import { useOffline } from '@portal/kit/ui/use-offline'
import { useRealtimeStatus } from '@portal/sdk'
import { CloudOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

const SHOW_AFTER_MS = 3000

/** Appears after a delay. */
function Reconnecting(): ReactNode {
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

/** Shows that the browser is offline, or that live updates are interrupted for longer than a moment. */
export function ConnectionStatus(): ReactNode {
  const offline = useOffline()
  const broken = useRealtimeStatus() === 'reconnecting'
  return (
    <span role="status" className="text-sm">
      {offline ? (
        <span className="inline-flex items-center gap-2 text-base-content/70">
          <CloudOff className="size-4" aria-hidden />
          You are offline
        </span>
      ) : broken ? (
        <Reconnecting />
      ) : null}
    </span>
  )
}
