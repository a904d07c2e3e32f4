import {
  currentSession,
  discardUnsaved,
  hasUnsaved,
  lazyCode,
  onScreenChange,
  topLayer,
  useLazyCode,
} from '@portal/sdk'
import { type AnyRouter, type ShouldBlockFn, useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

const dialog = lazyCode(() => import(/* webpackChunkName: "discard" */ '@portal/kit/ui/dialog'))

/**
 * Makes Back close the top layer. A layer that is part of the address closes by itself, unless it
 * has unsaved work.
 */
const closesLayer: ShouldBlockFn = ({ action }) => {
  const layer = action === 'BACK' ? topLayer() : undefined
  if (!layer || (layer.inAddress && !hasUnsaved())) return false
  layer.close()
  return true
}

/**
 * Returns whether a navigation would lose unsaved work. An expired session is not held up: its
 * owner's text is kept.
 */
const losesWork: ShouldBlockFn = ({ action, current, next }) => {
  if (!hasUnsaved() || currentSession() === null) return false
  const moves = action !== 'PUSH' && action !== 'REPLACE'
  return current.pathname !== next.pathname || (moves && topLayer() !== undefined)
}

/**
 * Adds a history entry when a layer opens on the first page of a tab. Without it, Back would leave
 * the portal.
 */
function catchBack(router: AnyRouter): void {
  const layer = topLayer()
  if (!layer || layer.inAddress || router.history.location.state.__TSR_index > 0) return
  void router.navigate({
    to: '.',
    search: true,
    hash: true,
    state: (state) => ({ ...state, catchesBack: true }),
    resetScroll: false,
    ignoreBlocker: true,
  })
}

/** Guards open layers and unsaved work of shell and remotes when a page is left. */
export function LeaveGuard() {
  const router = useRouter()
  useEffect(() => onScreenChange(() => catchBack(router)), [router])
  useBlocker({ shouldBlockFn: closesLayer, enableBeforeUnload: false })
  const blocker = useBlocker({ shouldBlockFn: losesWork, enableBeforeUnload: false, withResolver: true })
  if (blocker.status !== 'blocked') return null
  return (
    <DiscardQuestion
      onKeep={blocker.reset}
      onDiscard={() => {
        discardUnsaved()
        blocker.proceed()
      }}
    />
  )
}

/** Asks whether unsaved work may be lost, with the browser's own dialog if the portal's cannot be loaded. */
function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const { loaded, state } = useLazyCode(dialog)
  const ask = useEffectEvent(() => {
    // oxlint-disable-next-line no-alert -- the person has pressed something and must not wait for the connection
    if (confirm('Discard changes?')) onDiscard()
    else onKeep()
  })
  useEffect(() => {
    if (state === 'waiting' || state === 'failed') ask()
  }, [state])
  return loaded ? <loaded.DiscardDialog open onClose={onKeep} onConfirm={onDiscard} /> : null
}
