import { CLIENT_STATUSES, type ClientStatus } from '@portal/contract/statuses'
import { ClientStatusBadge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { Popover } from '@portal/kit/ui/popover'
import { CircleDot } from 'lucide-react'
import { useState } from 'react'
import { inactiveWhile } from './inactive.ts'

export interface StatusMenuProps {
  busy: boolean
  onChoose: (status: ClientStatus) => void
}

/** Shows a button that opens the statuses to choose from. */
export function StatusMenu({ busy, onChoose }: StatusMenuProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={(next) => setOpen(next && !busy)}
      align="start"
      label="Set status"
      trigger={
        <Button size="sm" icon={<CircleDot />} {...inactiveWhile(busy)}>
          Set status
        </Button>
      }
    >
      <ul className="grid gap-1 p-2">
        {CLIENT_STATUSES.map((status) => (
          <li key={status}>
            <button
              type="button"
              className="w-full cursor-pointer rounded-field px-2 py-1.5 text-left hover:bg-base-200"
              onClick={() => {
                setOpen(false)
                onChoose(status)
              }}
            >
              <ClientStatusBadge status={status} />
            </button>
          </li>
        ))}
      </ul>
    </Popover>
  )
}
