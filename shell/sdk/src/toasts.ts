import { useEffect } from 'react'
import { errorMessage, isApiError } from './errors.ts'
import { toaster } from './toaster.ts'

/** Returns how long a toast stays, in ms: a moment to notice it, plus time for each character. */
const durationOf = (text: string): number => Math.max(5000, 2000 + 70 * text.length)

/** A button of a toast. It closes the toast. */
export interface ToastAction {
  label: string
  onClick: () => void
}

/** How long a toast with a button stays at least, in ms: the button must be reached by keyboard, too. */
const ACTION_DURATION = 12_000

async function show(
  kind: 'success' | 'error' | 'info',
  title: string,
  message: string | undefined,
  action?: ToastAction,
): Promise<void> {
  const toast = await toaster()
  const duration = Math.max(durationOf(title + (message ?? '')), action ? ACTION_DURATION : 0)
  toast[kind](title, { duration, ...(message !== undefined && { description: message }), ...(action && { action }) })
}

/** Shows a success toast. */
export const toastSuccess = (title: string, message?: string): void => void show('success', title, message)

/**
 * Shows a success toast with the button Undo.
 * @param undo reverses the change
 */
export function toastUndo(title: string, undo: () => Promise<unknown>, message?: string): void {
  let isUsed = false
  const onClick = (): void => {
    if (isUsed) return
    isUsed = true
    undo().then(
      () => toastInfo('Undone'),
      (error: unknown) => toastProblem(error, 'Failed to undo'),
    )
  }
  void show('success', title, message, { label: 'Undo', onClick })
}

/** Shows an error toast. */
export const toastError = (title: string, message?: string, action?: ToastAction): void =>
  void show('error', title, message, action)

/** Shows a toast that reports neither success nor failure. */
export const toastInfo = (title: string, message?: string): void => void show('info', title, message)

export interface FailureTexts {
  /**
   * A specified message, replaced only when the connection was lost or the storage is full. By default the error's own
   * message.
   */
  message?: string | undefined
  /** Shown as the only text when the session has ended. */
  signIn?: string | undefined
}

/** Shows why something failed, under `title` or else the error's own title. An aborted request shows nothing. */
export function toastProblem(error: unknown, title?: string, { message, signIn }: FailureTexts = {}): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  if (signIn !== undefined && isApiError(error, 'unauthenticated')) return toastError(signIn)
  const shownTitle = title ?? (isApiError(error) ? error.title : 'Something went wrong')
  const saysMore = isApiError(error, 'network') || isApiError(error, 'storage_limit')
  toastError(shownTitle, message === undefined || saysMore ? errorMessage(error) : message)
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
