import { isApiError, toastError, toastProblem } from '@portal/sdk'
import { useEffect } from 'react'

/** Says in a toast, once per failure, that something could not be loaded. */
export function useFailureToast(error: unknown, title: string): void {
  useEffect(() => {
    if (!error) return
    if (isApiError(error, 'unauthenticated')) toastError('Please sign in to view clients')
    else toastProblem(error, title)
  }, [error, title])
}
