import { isApiError, toastError, toastProblem } from '@portal/sdk'
import { useEffect } from 'react'

/** Shows a toast, once per error, when data cannot be loaded. */
export function useFailureToast(error: unknown, title: string): void {
  useEffect(() => {
    if (!error) return
    if (isApiError(error, 'unauthenticated')) toastError('Please sign in to view clients')
    else toastProblem(error, title)
  }, [error, title])
}
