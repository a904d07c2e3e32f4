import { toastError, toastSuccess } from '@portal/sdk'

/**
 * Copies a text to the clipboard and shows the outcome: `copied`, or `byHand` if the browser does
 * not allow it.
 */
export async function copyText(text: string, { copied, byHand }: { copied: string; byHand: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toastSuccess('Copied', copied)
  } catch {
    toastError('Not copied', byHand)
  }
}
