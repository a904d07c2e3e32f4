import { toastError, toastSuccess } from '@portal/sdk'

/** Puts a text on the clipboard, and says what came of it: `copied` where it is there, `byHand` where the browser does not allow it. */
export async function copyText(text: string, { copied, byHand }: { copied: string; byHand: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toastSuccess('Copied', copied)
  } catch {
    toastError('Not copied', byHand)
  }
}
