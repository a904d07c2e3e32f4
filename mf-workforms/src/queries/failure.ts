import { isApiError, toastError, toastProblem } from '@portal/sdk'
import { useEffect } from 'react'

/** Says that a workform could not be stored; without a session, in the specification's words. */
export function toastFailure(error: unknown, title: string): void {
  if (isApiError(error, 'unauthenticated')) toastError('Please sign in to create workforms')
  else toastProblem(error, title)
}

/** Says in a toast, once per failure, that something could not be loaded. */
export function useFailureToast(error: unknown, title: string): void {
  useEffect(() => {
    if (error) toastProblem(error, title)
  }, [error, title])
}
