import { EmptyState, ErrorState, Skeleton } from '@portal/kit/ui/states'
import { FileX } from 'lucide-react'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type RenderTask } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'

declare const __webpack_public_path__: string

/** pdf.js loads these from the build: its worker, character maps, fonts, and image decoders without WebAssembly. */
const PDF_ASSETS = new URL(`${__webpack_public_path__}pdf/`, document.baseURI).href
GlobalWorkerOptions.workerSrc = `${PDF_ASSETS}pdf.worker.min.js`

/** Upper limit of the pixel ratio, to save memory. */
const MAX_PIXEL_RATIO = 2
/** Height/width ratio of a page until it is known. */
const DEFAULT_SHAPE = Math.SQRT2

/** Renders a PDF on canvases. Its scripts, forms and links do not run. */
export function PdfView({ blob }: { blob: Blob }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let current = true
    let close: (() => Promise<void>) | undefined
    void blob
      .arrayBuffer()
      .then((data) => {
        if (!current) return
        const task = getDocument({
          data,
          cMapUrl: `${PDF_ASSETS}cmaps/`,
          standardFontDataUrl: `${PDF_ASSETS}standard_fonts/`,
          wasmUrl: `${PDF_ASSETS}wasm/`,
          useWasm: false,
          enableXfa: false,
          disableWorkerRendering: true,
          stopAtErrors: false,
        })
        close = () => task.destroy()
        return task.promise.then((opened) => current && setPdf(opened))
      })
      .catch(() => current && setFailed(true))
    return () => {
      current = false
      void close?.()
    }
  }, [blob])
  if (failed) return <ErrorState title="This file cannot be shown" error={undefined} />
  if (!pdf) return <Skeleton className="h-[60dvh] w-full" />
  if (pdf.numPages === 0) return <EmptyState icon={<FileX />} title="No pages" description="This PDF is empty." />
  return (
    <div className="grid grid-cols-1 gap-4">
      {Array.from({ length: pdf.numPages }, (_, i) => (
        <PdfPage key={`page ${i + 1}`} pdf={pdf} number={i + 1} />
      ))}
    </div>
  )
}

/**
 * Returns true while the element is near the viewport: only such pages are drawn, so that a long document costs no more
 * than a short one.
 */
function useNear(ref: { readonly current: HTMLElement | null }): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '800px',
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [ref])
  return near
}

async function draw(
  pdf: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  width: number,
  onTask: (task: RenderTask) => void,
) {
  const page = await pdf.getPage(number)
  const plain = page.getViewport({ scale: 1 })
  const ratio = Math.min(globalThis.devicePixelRatio || 1, MAX_PIXEL_RATIO)
  const viewport = page.getViewport({ scale: (width / plain.width) * ratio })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  const task = page.render({ canvas, viewport })
  onTask(task)
  await task.promise
  const { items } = await page.getTextContent()
  return { shape: plain.height / plain.width, text: items.map((item) => ('str' in item ? item.str : '')).join(' ') }
}

function PdfPage({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const container = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const near = useNear(container)
  const [drawn, setDrawn] = useState({ shape: DEFAULT_SHAPE, text: '', done: false })
  useEffect(() => {
    if (!near || !canvas.current || !container.current) return
    let current = true
    let task: RenderTask | undefined
    draw(pdf, number, canvas.current, container.current.clientWidth, (started) => {
      task = started
      if (!current) started.cancel()
    }).then(
      (facts) => current && setDrawn({ ...facts, done: true }),
      // Canceled or broken pages stay blank; the others are unaffected.
      () => undefined,
    )
    return () => {
      current = false
      task?.cancel()
    }
  }, [near, pdf, number])
  return (
    <div
      ref={container}
      style={{ aspectRatio: 1 / drawn.shape }}
      className="mx-auto w-full max-w-3xl overflow-hidden rounded-field border border-base-300 bg-white"
    >
      {near ? (
        <canvas
          ref={canvas}
          role="img"
          aria-label={`Page ${number} of ${pdf.numPages}`}
          data-drawn={drawn.done || undefined}
          className="block size-full"
        />
      ) : null}
      <p className="sr-only">{drawn.text}</p>
    </div>
  )
}
