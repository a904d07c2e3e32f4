import { Button } from '@portal/kit/ui/button'
import { type ErrorComponentProps, Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { LeaveGuard } from './leave-guard.tsx'
import { LazyToasts } from './lazy-toasts.tsx'

/** Rarely wanted, so it comes on its own. */
const PreviewBanner = lazy(() => import(/* webpackChunkName: "preview" */ './preview-banner.tsx'))

/** What is around every page. */
export function Root() {
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

/** A page that could not be shown: its code did not arrive, or it threw. */
export function ShellError({ reset }: ErrorComponentProps) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const retry = async (): Promise<void> => {
    setBusy(true)
    reset()
    await router.invalidate().finally(() => setBusy(false))
  }
  return (
    <main className="grid min-h-[60dvh] place-content-center">
      <div role="alert" className="grid justify-items-center gap-3 px-6 text-center">
        <h1 className="font-semibold text-lg">This page could not be shown</h1>
        <p className="max-w-sm text-base-content/70 text-sm">Please check your connection and try again.</p>
        <Button variant="primary" className="mt-2" busy={busy} onClick={() => void retry()}>
          Retry
        </Button>
      </div>
    </main>
  )
}
