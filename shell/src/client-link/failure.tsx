import { errorMessage } from '@portal/sdk'

/** Says below a button why it failed. The code of toasts may not have been loaded yet. */
export function Failure({ error }: { error: Error | null }) {
  return error ? (
    <p role="alert" className="text-error text-sm">
      {errorMessage(error)}
    </p>
  ) : null
}
