import { Button } from '@portal/kit/ui/button'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/** Replaces a page that has thrown or whose code could not be loaded. */
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
