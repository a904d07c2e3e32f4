import { Button, IconButton } from '@portal/kit/button'
import { Keyboard, StepForward } from 'lucide-react'
import type { ReactNode } from 'react'
import { Part } from '../part.tsx'

const loadHelp = async () => (await import('./help-dialog.tsx')).HelpDialog

/** Leads to the next section that waits, and to the list of keys. */
export function QueueTools({ onNext, onHelp }: { onNext: () => void; onHelp: () => void }): ReactNode {
  return (
    <>
      <Button size="sm" icon={<StepForward className="size-4" aria-hidden />} onClick={onNext}>
        Next waiting
      </Button>
      <IconButton label="Keyboard shortcuts" onClick={onHelp} className="max-sm:hidden">
        <Keyboard className="size-4" aria-hidden />
      </IconButton>
    </>
  )
}

/** The list of keys, loaded when it is asked for. */
export function Help({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  return open ? <Part load={loadHelp} with={{ onClose }} onFailed={onClose} /> : null
}
