import { MAX_FILE_BYTES } from '@portal/contract/limits'
import { Button } from '@portal/kit/ui/button'
import { countOf } from '@portal/kit/ui/count'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { Notice } from '@portal/kit/ui/notice'
import { useUser } from '@portal/sdk'
import { type ReactNode, useEffect, useState } from 'react'
import type { Place } from '../upload/uploads.ts'
import { CornerEditor } from './corner-editor.tsx'
import type { Quad } from './image/geometry.ts'
import { PageEditor } from './page-editor.tsx'
import { PageList } from './page-list.tsx'
import { type ScanEngine, startScanEngine } from './scan-engine.ts'
import { ScanStore } from './scan-store.ts'
import { pdfOf } from './pdf-of.ts'
import { type ScanWork, useScan } from './use-scan.ts'

export interface ScanDialogProps {
  place: Place
  /** Name of the question that the document answers. */
  question: string
  onClose: () => void
  /** Called with the finished PDF. */
  onScanned: (pdf: File) => void
  startEngine?: () => ScanEngine
}

/** Shows the dialog 'Scan pages': photos become the pages of one PDF, in the browser. */
export function ScanDialog({ startEngine = startScanEngine, ...props }: ScanDialogProps) {
  const [engine, setEngine] = useState<ScanEngine>()
  useEffect(() => {
    const started = startEngine()
    // oxlint-disable-next-line react/set-state-in-effect -- a worker must be ended, like a subscription
    setEngine(started)
    return () => started.close()
  }, [startEngine])
  return engine ? <OpenDialog engine={engine} {...props} /> : null
}

/** What the dialog shows: all pages, one page, or the corners of one page, which are applied or left as they were. */
type View = { page?: undefined } | { page: string; corners?: Quad }

const DISCARD_QUESTION = {
  title: 'Discard the scanned pages?',
  message: 'They have not been uploaded. You would have to photograph them again.',
}

function OpenDialog({ engine, place, question, onClose, onScanned }: ScanDialogProps & { engine: ScanEngine }) {
  const { id: userId } = useUser()
  const [store] = useState(() => new ScanStore(userId, place))
  const work = useScan(engine, store)
  const [view, setView] = useState<View>({})
  const finish = useFinish(engine, work, (pdf) => {
    onScanned(pdf)
    work.discard()
    onClose()
  })
  useAskBeforeUnload(work)
  const index = work.pages.findIndex(({ id }) => id === view.page)
  const page = work.pages[index]
  return (
    <Dialog
      open
      size="lg"
      fullHeight
      busy={finish.busy}
      onClose={() => (page ? setView(view.page && view.corners ? { page: page.id } : {}) : onClose())}
      title={page ? `Page ${index + 1} of ${work.pages.length}` : 'Scan pages'}
      description={question}
      unsaved={{
        // Closing a page returns to the others.
        changed: work.pages.length > 0 && !page,
        discard: work.discard,
        question: DISCARD_QUESTION,
      }}
      footer={
        page ? (
          <PageFooter view={view} work={work} onView={setView} />
        ) : (
          <ListFooter work={work} busy={finish.busy} onUpload={finish.start} />
        )
      }
    >
      {finish.problem === undefined ? null : (
        <Notice tone="error" role="alert" className="mb-4">
          {finish.problem}
        </Notice>
      )}
      {!page || view.page === undefined ? (
        <PageList work={work} onEdit={(id) => setView({ page: id })} />
      ) : view.corners ? (
        <CornerEditor
          version={page.version}
          corners={view.corners}
          onChange={(corners) => setView({ page: page.id, corners })}
        />
      ) : (
        <PageEditor
          page={page}
          number={index + 1}
          work={work}
          onAdjust={() => setView({ page: page.id, corners: page.version.settings.corners })}
        />
      )}
    </Dialog>
  )
}

/** Makes the browser ask before it closes a tab whose pages could not be stored on the device. */
function useAskBeforeUnload({ isStored, pages }: ScanWork): void {
  const isAtRisk = !isStored && pages.length > 0
  useEffect(() => {
    if (!isAtRisk) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isAtRisk])
}

/** Makes the PDF. */
function useFinish(engine: ScanEngine, work: ScanWork, onDone: (pdf: File) => void) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const start = async (): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      const pdf = await pdfOf(engine, work)
      if (pdf.size > MAX_FILE_BYTES) setProblem('The PDF is larger than 50 MB. Remove some pages and send them later.')
      else onDone(pdf)
    } catch {
      setProblem('The PDF could not be made. Your pages are still here: please try again.')
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, start: () => void start() }
}

function ListFooter({ work, busy, onUpload }: { work: ScanWork; busy: boolean; onUpload: () => void }): ReactNode {
  const { pages, rendered, reading } = work
  const isReady =
    pages.length > 0 &&
    !reading &&
    pages.every(({ id, version }) => rendered.get(id)?.version === version && rendered.get(id)?.picture)
  return (
    <>
      <CancelButton />
      <Button variant="primary" busy={busy} busyLabel="Making the PDF..." disabled={!isReady} onClick={onUpload}>
        {pages.length > 0 ? `Upload ${countOf(pages.length, 'page')} as PDF` : 'Upload as PDF'}
      </Button>
    </>
  )
}

function PageFooter({ view, work, onView }: { view: View; work: ScanWork; onView: (view: View) => void }): ReactNode {
  if (view.page === undefined) return null
  const { page: id } = view
  if (!('corners' in view) || !view.corners) {
    return (
      <Button variant="primary" onClick={() => onView({})}>
        All pages
      </Button>
    )
  }
  const { corners } = view
  return (
    <>
      <Button onClick={() => onView({ page: id })}>Keep as before</Button>
      <Button
        variant="primary"
        onClick={() => {
          work.change(id, { corners })
          onView({ page: id })
        }}
      >
        Apply corners
      </Button>
    </>
  )
}
