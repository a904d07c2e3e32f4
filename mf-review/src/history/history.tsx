import { Button } from '@portal/kit/ui/button'
import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { History as Clock } from 'lucide-react'
import { useId, useState } from 'react'
import { toastLoadError } from '../load-error.ts'

const SectionHistory = lazyComponent(async () => (await import('./section-history.tsx')).SectionHistory)

/** Renders a button that shows the history of a section; its code and data are loaded on demand. */
export function History({ id, version, section }: { id: string; version: number; section: string }) {
  const [open, setOpen] = useState(false)
  const region = useId()
  const onLoadError = (): void => {
    setOpen(false)
    toastLoadError()
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <Button
          size="sm"
          variant="quiet"
          className="-ml-3"
          icon={<Clock />}
          aria-expanded={open}
          aria-controls={region}
          aria-label={`History: ${section}`}
          onClick={() => setOpen(!open)}
        >
          History
        </Button>
      </div>
      <div id={region} hidden={!open}>
        {open ? <SectionHistory.Component id={id} version={version} onError={onLoadError} /> : null}
      </div>
    </div>
  )
}
