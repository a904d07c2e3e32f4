import { Skeleton } from '@portal/kit/ui/states'
import { BlobImage } from './blob-image.tsx'
import type { ScanPage } from './scan-page.ts'
import type { Rendered } from './use-rendered-pages.ts'

/** Renders a page as it will be in the PDF, dimmed while it is being made again. */
export function PagePicture({
  page,
  rendered,
  alt,
  className,
}: {
  page: ScanPage
  rendered: Rendered | undefined
  alt: string
  className: string
}) {
  if (!rendered) return <Skeleton className="size-full" />
  if (!rendered.picture) return <p className="p-3 text-sm">This page could not be made. Adjust its corners.</p>
  const isCurrent = rendered.version === page.version
  return (
    <BlobImage blob={rendered.picture.blob} alt={alt} className={`${className} ${isCurrent ? '' : 'opacity-50'}`} />
  )
}
