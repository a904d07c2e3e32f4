import { Button } from '@portal/kit/ui/button'
import { useQuery } from '@tanstack/react-query'
import { Play, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { EndHoldDialog } from './end-hold-dialog.tsx'
import { type RemoteState, versionsQuery } from './queries.ts'
import { RollBackDialog } from './roll-back-dialog.tsx'
import { rollbackChoices } from './version-state.ts'

/** Renders what can be done with a remote: roll back, and end a hold. */
export function RemoteActions({ state }: { state: RemoteState }) {
  const { name, live, held, canary } = state
  const [open, setOpen] = useState<'roll back' | 'end hold'>()
  const { data } = useQuery(versionsQuery(name))
  const close = (): void => setOpen(undefined)
  if (!data || (live === null && rollbackChoices(data.items).length === 0)) return null
  return (
    <>
      {held && live !== null && canary === null ? (
        <Button icon={<Play aria-hidden />} onClick={() => setOpen('end hold')} className="max-sm:flex-1">
          End hold
        </Button>
      ) : null}
      <Button
        variant="danger"
        icon={<Undo2 aria-hidden />}
        onClick={() => setOpen('roll back')}
        className="max-sm:flex-1"
      >
        Roll back
      </Button>
      {open === 'end hold' && live !== null ? <EndHoldDialog name={name} version={live} onClose={close} /> : null}
      {open === 'roll back' ? <RollBackDialog state={state} versions={data} onClose={close} /> : null}
    </>
  )
}
