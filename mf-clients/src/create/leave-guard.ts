import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** What would be lost by going away. */
export interface AtStake {
  /** The flow holds something. */
  holds: boolean
  /** Something that not even a reload would bring back. */
  unkept: boolean
  /** The request is on its way. */
  busy: boolean
}

/**
 * Asks before work is thrown away, whichever way one leaves: the dialog's own close, the browser's back, a link, a reload.
 * @param onLeave closes the flow
 * @param onDiscard forgets what it held
 */
export function useLeaveGuard({ holds, unkept, busy }: AtStake, onLeave: () => void, onDiscard: () => void) {
  const [closing, setClosing] = useState(false)
  const free = useRef(false)
  const blocker = useBlocker({
    // A session that has ended leads to sign-in; what the flow held waits in the tab.
    shouldBlockFn: ({ next }) => !free.current && (holds || busy) && next.pathname !== '/',
    enableBeforeUnload: () => !free.current && (unkept || busy),
    withResolver: true,
  })
  const blocked = blocker.status === 'blocked'
  useEffect(() => {
    if (blocked && busy) blocker.reset()
  }, [blocked, busy, blocker])
  const leave = (): void => {
    free.current = true
    onDiscard()
    if (blocker.status === 'blocked') blocker.proceed()
    else onLeave()
  }
  return {
    /** Whether the question is open. */
    asking: (closing || blocked) && !busy,
    /** The dialog should close. */
    close: () => (holds ? setClosing(true) : leave()),
    stay: () => {
      setClosing(false)
      if (blocker.status === 'blocked') blocker.reset()
    },
    /** Goes, and forgets. */
    leave,
  }
}
