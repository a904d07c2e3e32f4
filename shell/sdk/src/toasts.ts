import { isApiError } from './errors.ts'
import { toaster } from './toaster.ts'

/** Nobody reads faster than this, in ms: a moment to look there, and a time for each character. */
const readingTime = (title: string, message = ''): number => Math.max(5000, 2000 + 70 * (title.length + message.length))

const options = (title: string, message: string | undefined) => ({
  duration: readingTime(title, message),
  ...(message === undefined ? {} : { description: message }),
})

async function show(kind: 'success' | 'error' | 'info', title: string, message: string | undefined): Promise<void> {
  const toast = await toaster()
  toast[kind](title, options(title, message))
}

/** Shows a success toast, in the specification's title / message form. */
export function toastSuccess(title: string, message?: string): void {
  void show('success', title, message)
}

/** Shows an error toast. */
export function toastError(title: string, message?: string): void {
  void show('error', title, message)
}

/** Shows a toast for something that is neither. */
export function toastInfo(title: string, message?: string): void {
  void show('info', title, message)
}

/**
 * Shows what went wrong. With `fallbackTitle` that is the title and the error's sentence the message; without, the error
 * speaks for itself. Abortion is not an error and shows nothing.
 */
export function toastProblem(error: unknown, fallbackTitle?: string): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  if (isApiError(error)) {
    const field = error.errors[0]?.message
    toastError(fallbackTitle ?? error.title, field ?? error.detail)
  } else {
    toastError(fallbackTitle ?? 'Something went wrong', 'Please try again later.')
  }
}
