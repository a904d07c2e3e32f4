import type { RemoteEntry } from '@portal/contract/remotes'
import { lazyCode, useLazyCode } from '@portal/sdk'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useHeadingFocus } from './heading-focus.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { LazyToasts } from './lazy-toasts.tsx'

const banner = lazyCode(() => import(/* webpackChunkName: "preview" */ './preview-banner.tsx'))

/** Loaded on demand, because it is rarely needed. */
function Previews({ previews }: { previews: readonly RemoteEntry[] }) {
  const { loaded } = useLazyCode(banner)
  return loaded ? <loaded.PreviewBanner previews={previews} /> : null
}

/** Surrounds every page. */
export function Root() {
  useHeadingFocus()
  const previews = useRouter().options.context.remotes.filter((remote) => remote.preview)
  return (
    <>
      {previews.length > 0 ? <Previews previews={previews} /> : null}
      <Outlet />
      <LeaveGuard />
      <LazyToasts />
    </>
  )
}
