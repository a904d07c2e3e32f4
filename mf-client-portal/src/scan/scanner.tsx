import { countOf } from '@portal/kit/ui/count'
import { lazyDialog } from '@portal/kit/ui/lazy-dialog'
import { lazyCode, useSession } from '@portal/sdk'
import { type ReactNode, useEffect, useState } from 'react'
import type { Place } from '../upload/uploads.ts'
import type { ScanDialogProps } from './scan-dialog.tsx'

const ScanDialog = lazyDialog(() => import('./scan-dialog.tsx'), 'ScanDialog')
const store = lazyCode(() => import('./scan-store.ts'))

export interface ScannerProps extends Pick<ScanDialogProps, 'place' | 'question' | 'onScanned'> {
  /** Whether the scanner may be opened. */
  enabled: boolean
}

/** Returns the button that opens the scanner, if it may be opened, and its dialog while it is open. */
export function useScanner({ enabled, ...dialog }: ScannerProps): {
  button: { label: string; onPress: () => void } | undefined
  dialog: ReactNode
} {
  const [isOpen, setOpen] = useState(false)
  const waiting = useWaitingPages(dialog.place, isOpen)
  const button = {
    label: waiting > 0 ? `Continue scan (${countOf(waiting, 'page')})` : 'Scan pages',
    onPress: () => setOpen(true),
  }
  return {
    button: enabled ? button : undefined,
    dialog: isOpen ? <ScanDialog {...dialog} onClose={() => setOpen(false)} /> : null,
  }
}

/** Returns how many pages of an earlier visit wait on this device. */
function useWaitingPages({ assignmentId, fieldId }: Place, isOpen: boolean): number {
  const userId = useSession()?.user.id
  const [waiting, setWaiting] = useState(0)
  useEffect(() => {
    let current = true
    const count = async (): Promise<void> => {
      if (userId === undefined) return
      const { countStoredPages } = await store.load()
      const stored = await countStoredPages(userId, { assignmentId, fieldId })
      if (current) setWaiting(stored)
    }
    // Without the count, the scanner itself still finds the pages.
    if (!isOpen) void count().catch(() => undefined)
    return () => {
      current = false
    }
  }, [isOpen, userId, assignmentId, fieldId])
  return waiting
}
