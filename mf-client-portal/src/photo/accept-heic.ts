/** Adds HEIC photos to the extensions that a field accepts, if it accepts the JPEG that they are converted to. */
export const withHeic = (accept: readonly string[]): readonly string[] =>
  accept.includes('.jpg') ? [...accept, '.heic', '.heif'] : accept
