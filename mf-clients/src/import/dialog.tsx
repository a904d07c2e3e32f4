import { Button } from '@portal/kit/ui/button'
import { formatCount } from '@portal/kit/ui/count'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { Steps } from '@portal/kit/ui/progress'
import { useEffect, useRef } from 'react'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import { Options } from './options.tsx'
import { PreviewStep } from './preview-step.tsx'
import { RunStep } from './run-step.tsx'
import { type ImportWork, useImport } from './use-import.ts'

const STEPS = ['File', 'Columns', 'Preview', 'Import'] as const

const FILE_LOST = {
  title: 'Stop this import?',
  message: 'Nothing has been imported yet. You would have to choose the file and its columns again.',
}

export interface ImportClientsProps {
  onClose: () => void
}

/** The dialog 'Import Clients': a CSV file, what its columns hold, what would become of each row, and the import. */
export function ImportClients({ onClose }: ImportClientsProps) {
  const work = useImport()
  const running = work.run?.phase === 'running'
  const body = useFocusOnChange(`${work.step} ${work.run?.phase}`)
  return (
    <Dialog
      open
      size="lg"
      busy={running}
      onClose={onClose}
      unsaved={{ changed: work.file !== undefined && !work.run, discard: () => undefined, question: FILE_LOST }}
      title="Import Clients"
      description="Bring in clients from a CSV file."
      footer={<Footer work={work} onClose={onClose} />}
    >
      <Steps label="Import" steps={STEPS} current={work.step} className="mb-5" />
      <div ref={body} tabIndex={-1} className="outline-none">
        <Step work={work} />
      </div>
    </Dialog>
  )
}

/** The button that led on is gone with its step: the focus goes to the step that came. */
function useFocusOnChange(step: string) {
  const body = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const focused = document.activeElement
    if (!focused || focused === document.body || focused.tagName === 'DIALOG')
      body.current?.focus({ preventScroll: true })
    body.current?.closest('[data-dialog-body]')?.scrollTo?.(0, 0)
  }, [step])
  return body
}

function Step({ work }: { work: ImportWork }) {
  const { step, file, run } = work
  if (run) return <RunStep state={run} left={work.left.length} onDownload={work.download} />
  if (step === 0 || !file) return <FileStep refusal={work.refusal} busy={work.reading} onFile={work.openFile} />
  if (step === 1) {
    return (
      <ColumnsStep
        file={file}
        problem={work.marked ? work.mappingProblem : undefined}
        onDelimiter={work.setDelimiter}
        onHeaded={work.setHeaded}
        onTarget={work.setTarget}
      />
    )
  }
  return (
    <>
      <PreviewStep
        rows={work.rows}
        checking={work.checking}
        error={work.checkError}
        onRetry={work.checkAgain}
        onDownload={work.download}
      />
      {work.good.length > 0 ? <Options wishes={work.wishes} onChange={work.wish} marked={work.marked} /> : null}
    </>
  )
}

/** The buttons of the step at hand. */
function Footer({ work, onClose }: { work: ImportWork; onClose: () => void }) {
  const { step, run, good } = work
  if (run?.phase === 'running') {
    return (
      <Button onClick={work.stop} disabled={run.stopping}>
        {run.stopping ? 'Stopping...' : 'Stop import'}
      </Button>
    )
  }
  if (run?.phase === 'halted') {
    return (
      <>
        <Button onClick={work.stop}>Leave it at that</Button>
        <Button variant="primary" onClick={work.resume}>
          Try again
        </Button>
      </>
    )
  }
  if (run) {
    return (
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    )
  }
  return (
    <>
      {/* On a phone the cross does it, and leaves room for the rows. */}
      <CancelButton className={step > 0 ? 'max-sm:hidden' : undefined} />
      {step > 0 ? <Button onClick={work.back}>Back</Button> : null}
      {step === 1 ? (
        <Button variant="primary" onClick={work.next}>
          Next
        </Button>
      ) : null}
      {step === 2 ? (
        <Button
          variant="primary"
          busy={work.checking}
          busyLabel="Checking..."
          disabled={!work.ready || good.length === 0}
          onClick={work.start}
        >
          {`Import ${formatCount(good.length)} ${good.length === 1 ? 'client' : 'clients'}`}
        </Button>
      ) : null}
    </>
  )
}
