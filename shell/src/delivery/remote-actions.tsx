import type { RemoteState } from '@portal/contract/delivery'
import { Button } from '@portal/kit/ui/button'
import { useQuery } from '@tanstack/react-query'
import { Pin, PinOff, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { PinDialog } from './pin-dialog.tsx'
import { versionsQuery } from './queries.ts'
import { RollBackDialog } from './roll-back-dialog.tsx'
import { previousVersion } from './version-state.ts'

/** Renders what can be done with the live version of a remote. */
export function RemoteActions({ state: { name, live, pinned } }: { state: RemoteState }) {
  const [open, setOpen] = useState<'roll back' | 'pin'>()
  const { data } = useQuery(versionsQuery(name))
  const previous = data && previousVersion(data.items)
  const close = (): void => setOpen(undefined)
  if (live === null) return null
  const isPinned = pinned === live
  return (
    <>
      <Button
        icon={isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
        onClick={() => setOpen('pin')}
        className="max-sm:flex-1"
      >
        {isPinned ? 'Unpin' : 'Pin'}
      </Button>
      {previous ? (
        <Button
          variant="danger"
          icon={<Undo2 aria-hidden />}
          onClick={() => setOpen('roll back')}
          className="max-sm:flex-1"
        >
          Roll back
        </Button>
      ) : null}
      {open === 'pin' ? <PinDialog name={name} version={live} isPinned={isPinned} onClose={close} /> : null}
      {open === 'roll back' && previous ? (
        <RollBackDialog name={name} from={live} to={previous.version} onClose={close} />
      ) : null}
    </>
  )
}
