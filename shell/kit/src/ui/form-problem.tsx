import { takeBackToast, toastError } from '@portal/sdk'

const ABOUT = 'form-problem'

/**
 * Shows a toast that says why a form was not accepted, in place of an earlier reason. Without a title it takes that
 * back: the form was accepted.
 */
export function toastFormProblem(title?: string, message?: string): void {
  if (title === undefined) takeBackToast(ABOUT)
  else toastError(title, message, undefined, ABOUT)
}
