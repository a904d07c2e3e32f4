import { Button } from '@portal/kit/ui/button'
import { History as Clock } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Part } from '../part.tsx'

const loadHistory = async () => (await import('./section-history.tsx')).SectionHistory

/** A button that unfolds the history of a section; nothing of it is loaded before. */
export function History({ id, version, section }: { id: string; version: number; section: string }): ReactNode {
  const [open, setOpen] = useState(false)
  const region = useId()
  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <Button
          size="sm"
          variant="quiet"
          className="-ml-3"
          icon={<Clock className="size-4" aria-hidden />}
          aria-expanded={open}
          aria-controls={region}
          aria-label={`History: ${section}`}
          onClick={() => setOpen(!open)}
        >
          History
        </Button>
      </div>
      <div id={region} hidden={!open}>
        {open ? <Part load={loadHistory} with={{ id, version }} onFailed={() => setOpen(false)} /> : null}
      </div>
    </div>
  )
}
