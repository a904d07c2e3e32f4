import { isApiError, toastError, toastProblem } from '@portal/sdk'

/** Shows why a passkey could not be created. */
export function toastCreationFailure(error: unknown): void {
  if (isApiError(error)) toastProblem(error)
  else if (error instanceof Error && error.name === 'InvalidStateError')
    toastError('Already added', 'This device already has a passkey of your account.')
  else toastError('Not added', 'The browser could not create a passkey. Please try again, or use another device.')
}
