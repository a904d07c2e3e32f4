import type { RemoteEntry } from '@portal/contract/remotes'
import { cx } from '@portal/kit/ui/class-names'

export interface PreviewBannerProps {
  /** The unpublished versions that this browser sees. */
  previews: readonly RemoteEntry[]
}

/**
 * Shows that the user sees unpublished versions, with a link to leave. It covers the middle of the
 * header, which is empty.
 */
export function PreviewBanner({ previews }: PreviewBannerProps) {
  return (
    <aside
      aria-label="Preview"
      className={cx(
        'fixed top-3 left-1/2 z-30 flex h-8 max-w-[58vw] -translate-x-1/2 items-center gap-2 rounded-full',
        'bg-warning px-3 text-sm text-warning-content shadow-sm',
      )}
      title={previews.map(({ name, version }) => `${name} ${version}`).join(', ')}
    >
      <span className="truncate">Preview: {previews.map(({ name, nav }) => nav?.label ?? name).join(', ')}</span>
      {/* Opens a page of the worker, which asks: unpublished code has no part in it. */}
      <a className="shrink-0 font-semibold underline underline-offset-2" href="/remotes/preview/end">
        Leave<span className="sr-only"> the preview</span>
      </a>
    </aside>
  )
}
