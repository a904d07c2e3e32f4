import type { ChatAttachment } from '@portal/contract/chat'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/states.tsx'

/** Fetches the preview of a file. */
export type LoadPreview = (file: ChatAttachment, signal: AbortSignal) => Promise<Blob>

/** Larger images are only fetched on demand: the user may be on a mobile connection. */
const INLINE_MAX_BYTES = 10 * 1024 * 1024

/** Returns whether a file is an image small enough to be shown in the conversation. */
export const isShownInline = (file: ChatAttachment): boolean =>
  file.type.startsWith('image/') && file.size <= INLINE_MAX_BYTES

/** Returns an object URL of the image once its place is near the viewport; null if it cannot be loaded. */
function usePreview(file: ChatAttachment, load: LoadPreview) {
  const place = useRef<HTMLDivElement>(null)
  const [url, setUrl] = useState<string | null>()
  const fetchPreview = useEffectEvent(load)
  useEffect(() => {
    const abort = new AbortController()
    let objectUrl: string | undefined
    const show = async (): Promise<void> => {
      const blob = await fetchPreview(file, abort.signal).catch(() => null)
      if (abort.signal.aborted) return
      objectUrl = blob ? URL.createObjectURL(blob) : undefined
      setUrl(objectUrl ?? null)
    }
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((e) => e.isIntersecting)) return
        watch.disconnect()
        void show()
      },
      { rootMargin: '300px' },
    )
    if (place.current) watch.observe(place.current)
    return () => {
      abort.abort()
      watch.disconnect()
      if (objectUrl) URL.revokeObjectURL(objectUrl)
    }
  }, [file])
  return { place, url, fail: () => setUrl(null) }
}

export interface AttachedImageProps {
  file: ChatAttachment
  load: LoadPreview
  onDownload?: (() => void) | undefined
  /** Shown instead when the image cannot be displayed. */
  fallback: ReactNode
}

/**
 * Shows an image of a message. Its bytes are fetched by script and only drawn, so nothing in the file can run. Its
 * space is reserved while it loads.
 */
export function AttachedImage({ file, load, onDownload, fallback }: AttachedImageProps) {
  const { place, url, fail } = usePreview(file, load)
  const [open, setOpen] = useState(false)
  if (url === null) return fallback
  return (
    <div ref={place} className="h-40 w-64 max-w-full overflow-hidden rounded-field border border-base-300 bg-base-200">
      {url ? (
        <button type="button" className="size-full cursor-zoom-in" onClick={() => setOpen(true)}>
          <img src={url} alt={`View ${file.name}`} className="size-full object-contain" onError={fail} />
        </button>
      ) : (
        <Skeleton className="size-full rounded-none" />
      )}
      {open && url ? (
        <Dialog
          open
          size="xl"
          title={file.name}
          onClose={() => setOpen(false)}
          footer={
            <>
              <Button onClick={() => setOpen(false)}>Close</Button>
              {onDownload ? (
                <Button variant="primary" onClick={onDownload}>
                  Download
                </Button>
              ) : null}
            </>
          }
        >
          <img src={url} alt={file.name} className="mx-auto max-h-[70dvh] max-w-full object-contain" />
        </Dialog>
      ) : null}
    </div>
  )
}
