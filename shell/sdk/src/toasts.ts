import { toast } from 'sonner'
import { isApiError } from './errors.ts'

/** Shows a success toast, in the specification's title / message form. */
export function toastSuccess(title: string, message?: string): void {
  toast.success(title, message === undefined ? {} : { description: message })
}

/** Shows an error toast. */
export function toastError(title: string, message?: string): void {
  toast.error(title, message === undefined ? {} : { description: message })
}

/** Shows a toast for something that is neither. */
export function toastInfo(title: string, message?: string): void {
  toast.info(title, message === undefined ? {} : { description: message })
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
