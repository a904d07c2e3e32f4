import { useEffect, useState } from 'react'

/** Returns an address of a blob for as long as the component is mounted. */
export function useBlobUrl(blob: Blob | undefined): string | undefined {
  const [shown, setShown] = useState<{ blob: Blob; url: string }>()
  useEffect(() => {
    if (!blob) return undefined
    const url = URL.createObjectURL(blob)
    // oxlint-disable-next-line react/set-state-in-effect -- an address must be revoked, like a subscription
    setShown({ blob, url })
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return shown && shown.blob === blob ? shown.url : undefined
}

/** Renders a picture that is in memory or on this device. */
export function BlobImage({ blob, alt, className }: { blob: Blob; alt: string; className?: string | undefined }) {
  const url = useBlobUrl(blob)
  return url === undefined ? null : <img src={url} alt={alt} draggable={false} className={className} />
}
