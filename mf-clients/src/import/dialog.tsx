import { Button } from '@portal/kit/ui/button'
import { countOf } from '@portal/kit/ui/count'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { Steps } from '@portal/kit/ui/progress'
import { useEffect, useRef } from 'react'
import { ColumnsStep } from './columns-step.tsx'
import { EncodingNotice } from './encoding-notice.tsx'
import { FileStep } from './file-step.tsx'
import { Options } from './options.tsx'
import { PreviewStep } from './preview-step.tsx'
import { RunStep } from './run-step.tsx'
import { type ImportWork, useImport } from './use-import.ts'
import { isOutOfInvitations } from './use-run.ts'

const STEPS = ['File', 'Columns', 'Preview', 'Import'] as const

const DISCARD_QUESTION = {
  title: 'Stop this import?',
  message: 'Nothing has been imported yet. You will have to choose the file and its columns again.',
}

/** Shows the dialog 'Import Clients': file, columns, preview of each row, and the import. */
export function ImportClients({ onClose }: { onClose: () => void }) {
  const work = useImport()
  const running = work.run?.phase === 'running'
  const body = useFocusOnChange(`${work.step} ${work.run?.phase}`)
  return (
    <Dialog
      open
      size="lg"
      busy={running}
      onClose={onClose}
      unsaved={{ changed: work.file !== undefined && !work.run, discard: () => undefined, question: DISCARD_QUESTION }}
      title="Import Clients"
      description="Import clients from a CSV file."
      footer={<Footer work={work} onClose={onClose} />}
    >
      <Steps label="Import" steps={STEPS} current={work.step} className="mb-5" />
      <div ref={body} tabIndex={-1} className="outline-none">
        <Step work={work} />
      </div>
    </Dialog>
  )
}

/** Moves the focus to the new step: the button that had it is gone. */
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
  if (run) return <RunStep state={run} notImported={work.notImported.length} onDownload={work.download} />
  if (step === 0 || !file) return <FileStep refusal={work.refusal} busy={work.reading} onFile={work.openFile} />
  if (step === 1) {
    return (
      <ColumnsStep
        file={file}
        problem={work.marked ? work.columnsProblem : undefined}
        onEncoding={work.setEncoding}
        onDelimiter={work.setDelimiter}
        onHeadings={work.setHeadings}
        onTarget={work.setTarget}
      />
    )
  }
  return (
    <div className="grid gap-4">
      <EncodingNotice file={file} where="back" />
      <PreviewStep
        rows={work.rows}
        checking={work.checking}
        error={work.checkError}
        onRetry={work.checkAgain}
        onDownload={work.download}
      />
      {work.validRows.length > 0 ? (
        <Options
          settings={work.settings}
          onChange={work.changeSettings}
          marked={work.marked}
          clients={work.ready ? work.validRows.length : 0}
        />
      ) : null}
    </div>
  )
}

/** Shows the buttons of the current step. */
function Footer({ work, onClose }: { work: ImportWork; onClose: () => void }) {
  const { step, run, validRows } = work
  if (run?.phase === 'running') {
    return (
      <Button onClick={work.stop} disabled={run.stopping}>
        {run.stopping ? 'Stopping...' : 'Stop import'}
      </Button>
    )
  }
  if (run?.phase === 'interrupted') {
    return (
      <>
        <Button onClick={work.stop}>Stop here</Button>
        {isOutOfInvitations(run) ? (
          <Button variant="primary" onClick={() => work.resume({ invite: false })}>
            Import without inviting
          </Button>
        ) : (
          <Button variant="primary" onClick={() => work.resume()}>
            Try again
          </Button>
        )}
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
      {/* On phones, only the close button of the dialog: the rows need the space. */}
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
          disabled={!work.ready || validRows.length === 0}
          onClick={work.start}
        >
          {`Import ${countOf(validRows.length, 'client')}`}
        </Button>
      ) : null}
    </>
  )
}
