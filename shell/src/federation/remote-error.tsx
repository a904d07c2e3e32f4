import { useState } from 'react'

export interface RemoteErrorProps {
  /** Name of the remote in the navigation. */
  label: string
  /** Tries again. Settles when the outcome is known. */
  onRetry: () => Promise<void>
}

/**
 * Replaces a remote that is missing, broken, or has thrown, and offers a retry. The rest of the
 * shell keeps working.
 */
export function RemoteError({ label, onRetry }: RemoteErrorProps) {
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await onRetry().finally(() => setBusy(false))
  }
  return (
    <section role="alert" className="flex flex-col items-center gap-3 px-6 py-16 text-center">
      <h1 className="font-semibold text-lg">{label} could not be loaded</h1>
      <p className="max-w-md text-base-content/70">
        Something went wrong in this part of the portal. Everything else keeps working. Please check your connection and
        try again.
      </p>
      <button type="button" className="btn btn-primary" disabled={busy} aria-busy={busy} onClick={() => void retry()}>
        {busy ? 'Trying again…' : 'Retry'}
      </button>
    </section>
  )
}
