import { toastError } from '@portal/sdk'

/** Says that a lazily loaded component could not be loaded. */
export const toastLoadError = (): void =>
  toastError('Error', 'This part of the page could not be loaded. Please try again.')
