import { isHeic } from '@portal/kit/features/uploads/check-file'

/** Returns whether a file is a HEIC photo, whatever its name is. */
export const isHeicFile = async (file: Blob): Promise<boolean> =>
  isHeic(new Uint8Array(await file.slice(0, 16).arrayBuffer()))
