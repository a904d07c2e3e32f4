import { Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useHeadingFocus } from './heading-focus.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { LazyToasts } from './lazy-toasts.tsx'

/** Rarely needed, so loaded on demand. */
const PreviewBanner = lazy(() => import(/* webpackChunkName: "preview" */ './preview-banner.tsx'))

/** Surrounds every page. */
export function Root() {
  useHeadingFocus()
  const previews = useRouter().options.context.remotes.filter((remote) => remote.preview)
  return (
    <>
      {previews.length > 0 ? (
        <Suspense>
          <PreviewBanner previews={previews} />
        </Suspense>
      ) : null}
      <Outlet />
      <LeaveGuard />
      <LazyToasts />
    </>
  )
}
