import { toastProblem } from '@portal/sdk'

/** Shows a toast when a workform cannot be saved. */
export function toastSaveFailure(error: unknown, title: string): void {
  toastProblem(error, title, { signIn: 'Please sign in to create workforms' })
}
