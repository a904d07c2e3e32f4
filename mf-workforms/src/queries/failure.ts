import { isApiError, toastError, toastProblem } from '@portal/sdk'
import { useEffect } from 'react'

/** Shows a toast when a workform cannot be saved. */
export function toastFailure(error: unknown, title: string): void {
  if (isApiError(error, 'unauthenticated')) toastError('Please sign in to create workforms')
  else toastProblem(error, title)
}

/** Shows a toast, once per error, when data cannot be loaded. */
export function useFailureToast(error: unknown, title: string): void {
  useEffect(() => {
    if (error) toastProblem(error, title)
  }, [error, title])
}
