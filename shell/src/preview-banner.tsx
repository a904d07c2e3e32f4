import type { RemoteEntry } from '@portal/contract/remotes'

export interface PreviewBannerProps {
  /** What this browser sees before others do. */
  previews: readonly RemoteEntry[]
}

/** Says that one looks at versions that nobody else sees, and leads out. It lies in the middle of the header, where no page has anything. */
export default function PreviewBanner({ previews }: PreviewBannerProps) {
  return (
    <aside
      aria-label="Preview"
      className="fixed top-3 left-1/2 z-30 flex h-8 max-w-[58vw] -translate-x-1/2 items-center gap-2 rounded-full bg-warning px-3 text-sm text-warning-content shadow-sm"
      title={previews.map(({ name, version }) => `${name} ${version}`).join(', ')}
    >
      <span className="truncate">Preview: {previews.map(({ name, nav }) => nav?.label ?? name).join(', ')}</span>
      {/* A new page load: the portal then answers with what is live. */}
      <a className="shrink-0 font-semibold underline underline-offset-2" href="/remotes/preview/end">
        Leave<span className="sr-only"> the preview</span>
      </a>
    </aside>
  )
}
