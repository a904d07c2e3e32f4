import { ErrorState, Skeleton } from '@portal/kit/ui/states'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type RenderTask } from 'pdfjs-dist'
import { type ReactNode, useEffect, useRef, useState } from 'react'

declare const __webpack_public_path__: string

/** What pdf.js loads by itself lies beside this build: its worker, character maps, fonts, and image decoders that need no WebAssembly. */
const PARTS = new URL(`${__webpack_public_path__}pdf/`, document.baseURI).href
GlobalWorkerOptions.workerSrc = `${PARTS}pdf.worker.min.js`

/** Sharper than this no screen is, and memory has an end. */
const MAX_PIXEL_RATIO = 2
/** Height by width of a page that is not known yet. */
const USUAL = Math.SQRT2

/** A PDF, drawn onto canvases: its scripts, forms and links are not run, for nothing here can. */
export function PdfView({ blob }: { blob: Blob }): ReactNode {
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
          cMapUrl: `${PARTS}cmaps/`,
          standardFontDataUrl: `${PARTS}standard_fonts/`,
          wasmUrl: `${PARTS}wasm/`,
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
  return (
    <div className="grid grid-cols-1 gap-4">
      {Array.from({ length: pdf.numPages }, (_, i) => (
        <PdfPage key={`page ${i + 1}`} pdf={pdf} number={i + 1} />
      ))}
    </div>
  )
}

/** Whether the element is near what is seen: only such pages are drawn, so that a long document costs no more than a short one. */
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

function PdfPage({ pdf, number }: { pdf: PDFDocumentProxy; number: number }): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const near = useNear(frame)
  const [drawn, setDrawn] = useState({ shape: USUAL, text: '', done: false })
  useEffect(() => {
    if (!near || !canvas.current || !frame.current) return
    let current = true
    let task: RenderTask | undefined
    draw(pdf, number, canvas.current, frame.current.clientWidth, (started) => {
      task = started
      if (!current) started.cancel()
    }).then(
      (facts) => current && setDrawn({ ...facts, done: true }),
      // A page that was scrolled past, or one that is broken: it stays blank, the others do not.
      () => undefined,
    )
    return () => {
      current = false
      task?.cancel()
    }
  }, [near, pdf, number])
  return (
    <div
      ref={frame}
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
