import { useEffect, useId, useRef } from 'react'
import { errorMessage, isApiError } from './errors.ts'
import { toaster } from './toaster.ts'

/** A button of a toast. It closes the toast. */
export interface ToastAction {
  label: string
  onClick: () => void
}

const show = (
  kind: 'success' | 'error' | 'info',
  title: string,
  message: string | undefined,
  action?: ToastAction,
  // Without one, the library assigns its own.
  id = '',
): void =>
  void toaster().then((toast) =>
    toast[kind](title, {
      // In ms: a moment to notice it, plus time for each character. A button must be reached by keyboard, too.
      duration: Math.max(action ? 12_000 : 5000, 2000 + 70 * (title + (message ?? '')).length),
      // Also when they are undefined: a toast with the same id keeps what is not given.
      description: message,
      action,
      id,
    }),
  )

/**
 * Shows a success toast.
 * @param about replaces an earlier toast about the same, whose button no longer fits
 */
export const toastSuccess = (title: string, message?: string, about?: string): void =>
  show('success', title, message, undefined, about)

/**
 * Shows a success toast with the button Undo.
 * @param undo reverses the change
 * @param about replaces an earlier toast about the same, whose button no longer fits
 */
export function toastUndo(title: string, undo: () => Promise<unknown>, message?: string, about?: string): void {
  let isUsed = false
  const onClick = (): void => {
    if (isUsed) return
    isUsed = true
    undo().then(
      () => toastInfo('Undone'),
      (error: unknown) => toastProblem(error, 'Failed to undo'),
    )
  }
  show('success', title, message, { label: 'Undo', onClick }, about)
}

/**
 * Shows an error toast.
 * @param about replaces an earlier toast about the same, whose button no longer fits
 */
export const toastError = (title: string, message?: string, action?: ToastAction, about?: string): void =>
  show('error', title, message, action, about)

/** Shows a toast that reports neither success nor failure. */
export const toastInfo = (title: string, message?: string): void => show('info', title, message)

export interface FailureTexts {
  /**
   * A specified message, replaced only when the connection was lost or the storage is full. By default the error's own
   * message.
   */
  message?: string | undefined
  /** Shown as the only text when the session has ended. */
  signIn?: string | undefined
}

/** Returns the texts that say why something failed; none for an aborted request. */
function textsOf(
  error: unknown,
  title: string | undefined,
  { message, signIn }: FailureTexts,
): [title: string, message?: string] | undefined {
  if (error instanceof DOMException && error.name === 'AbortError') return undefined
  if (signIn !== undefined && isApiError(error, 'unauthenticated')) return [signIn]
  const shownTitle = title ?? (isApiError(error) ? error.title : 'Something went wrong')
  const saysMore = isApiError(error, 'network') || isApiError(error, 'storage_limit')
  return [shownTitle, message === undefined || saysMore ? errorMessage(error) : message]
}

/** Shows why something failed, under `title` or else the error's own title. An aborted request shows nothing. */
export function toastProblem(error: unknown, title?: string, { message, signIn }: FailureTexts = {}): void {
  const shown = textsOf(error, title, { message, signIn })
  if (shown) toastError(...shown)
}

/** Removes the toast about something, because its text or its button no longer fits. */
export const takeBackToast = (about: string): void => void toaster().then((toast) => toast.dismiss(about))

/**
 * Shows a toast once per failure to load something, until loading succeeds. A `message` in the texts is shown whatever
 * the reason.
 */
export function useFailureToast(error: unknown, title: string, { message, signIn }: FailureTexts = {}): void {
  const id = useId()
  const isShown = useRef(false)
  useEffect(() => {
    if (!error) {
      if (isShown.current) takeBackToast(id)
      isShown.current = false
      return
    }
    const [text, detail] = message === undefined ? (textsOf(error, title, { signIn }) ?? []) : [title, message]
    if (text === undefined) return
    isShown.current = true
    show('error', text, detail, undefined, id)
  }, [id, error, title, message, signIn])
}

/** Shows that a file was not uploaded, and why. */
export function toastUploadFailure(name: string, reason = 'Please try again'): void {
  toastError('Upload failed', `Failed to upload ${name}: ${reason}`)
}
