import { useEffect } from 'react'
import { errorMessage, isApiError } from './errors.ts'
import { toaster } from './toaster.ts'

/** Returns how long a toast stays, in ms: a moment to notice it, plus time for each character. */
const durationOf = (text: string): number => Math.max(5000, 2000 + 70 * text.length)

async function show(kind: 'success' | 'error' | 'info', title: string, message: string | undefined): Promise<void> {
  const toast = await toaster()
  const description = message === undefined ? {} : { description: message }
  toast[kind](title, { duration: durationOf(title + (message ?? '')), ...description })
}

/** Shows a success toast. */
export const toastSuccess = (title: string, message?: string): void => void show('success', title, message)

/** Shows an error toast. */
export const toastError = (title: string, message?: string): void => void show('error', title, message)

/** Shows a toast that reports neither success nor failure. */
export const toastInfo = (title: string, message?: string): void => void show('info', title, message)

export interface FailureTexts {
  /** A specified message, replaced only when the connection was lost. By default the error's own message. */
  message?: string | undefined
  /** Shown as the only text when the session has ended. */
  signIn?: string | undefined
}

/** Shows why something failed, under `title` or else the error's own title. An aborted request shows nothing. */
export function toastProblem(error: unknown, title?: string, { message, signIn }: FailureTexts = {}): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  if (signIn !== undefined && isApiError(error, 'unauthenticated')) return toastError(signIn)
  const shownTitle = title ?? (isApiError(error) ? error.title : 'Something went wrong')
  toastError(shownTitle, message === undefined || isApiError(error, 'network') ? errorMessage(error) : message)
}

/** Shows a toast once per failure to load something. A `message` in the texts is shown whatever the reason. */
export function useFailureToast(error: unknown, title: string, { message, signIn }: FailureTexts = {}): void {
  useEffect(() => {
    if (!error) return
    if (message === undefined) toastProblem(error, title, { signIn })
    else toastError(title, message)
  }, [error, title, message, signIn])
}

/** Shows that a file was not uploaded, and why. */
export function toastUploadFailure(name: string, reason = 'Please try again'): void {
  toastError('Upload failed', `Failed to upload ${name}: ${reason}`)
}
