import type { ChatAttachment } from '@portal/contract/chat'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/states.tsx'

/** Fetches what is shown of a file. */
export type LoadPreview = (file: ChatAttachment, signal: AbortSignal) => Promise<Blob>

/** Larger images are not fetched unasked: somebody may be on a phone's connection. */
const SHOWN_BYTES = 10 * 1024 * 1024

/** Whether an image of this size is shown in the conversation. */
export const isShownInPlace = (file: ChatAttachment): boolean =>
  file.type.startsWith('image/') && file.size <= SHOWN_BYTES

/** The image as an address of this page, once the place where it stands comes near; null where it cannot be had. */
function usePreview(file: ChatAttachment, load: LoadPreview) {
  const place = useRef<HTMLDivElement>(null)
  const loading = useRef(load)
  const [address, setAddress] = useState<string | null>()
  useEffect(() => {
    loading.current = load
  })
  useEffect(() => {
    const stop = new AbortController()
    let made: string | undefined
    const show = async (): Promise<void> => {
      const blob = await loading.current(file, stop.signal).catch(() => null)
      if (stop.signal.aborted) return
      made = blob ? URL.createObjectURL(blob) : undefined
      setAddress(made ?? null)
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
      stop.abort()
      watch.disconnect()
      if (made) URL.revokeObjectURL(made)
    }
  }, [file])
  return { place, address, fail: () => setAddress(null) }
}

export interface AttachedImageProps {
  file: ChatAttachment
  load: LoadPreview
  onDownload?: (() => void) | undefined
  /** What stands there when the image cannot be shown. */
  instead: ReactNode
}

/** An image of a message, drawn by the browser from bytes that a script has fetched: nothing in it is ever run. Its place is kept while it loads. */
export function AttachedImage({ file, load, onDownload, instead }: AttachedImageProps) {
  const { place, address, fail } = usePreview(file, load)
  const [open, setOpen] = useState(false)
  if (address === null) return instead
  return (
    <div ref={place} className="h-40 w-64 max-w-full overflow-hidden rounded-field border border-base-300 bg-base-200">
      {address ? (
        <button type="button" className="size-full cursor-zoom-in" onClick={() => setOpen(true)}>
          <img src={address} alt={`View ${file.name}`} className="size-full object-contain" onError={fail} />
        </button>
      ) : (
        <Skeleton className="size-full rounded-none" />
      )}
      {open && address ? (
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
          <img src={address} alt={file.name} className="mx-auto max-h-[70dvh] max-w-full object-contain" />
        </Dialog>
      ) : null}
    </div>
  )
}
