import { SHARE_PATH, storeSharedFiles } from '@portal/sdk/shared-files'

/** Returns whether an address is the one that other apps share files to. */
export const isShare = ({ pathname }: Pick<URL, 'pathname'>): boolean => pathname === SHARE_PATH

/**
 * Stores the files that another app shares, and opens the page that asks which question they answer. Any site can send
 * such a form, too: that is why nothing is uploaded before the user has chosen a question.
 */
export async function takeShare({ request }: { request: Pick<Request, 'formData' | 'url'> }): Promise<Response> {
  try {
    const shared = (await request.formData()).getAll('files')
    await storeSharedFiles(shared.filter((file) => file instanceof File))
  } catch {
    // The page says that no files have arrived.
  }
  return Response.redirect(new URL(SHARE_PATH, request.url), 303)
}
