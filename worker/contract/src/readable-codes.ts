/** Codes that people copy from a mail or from paper: letters and digits that are hard to confuse (base32). */

/** Returns an entered code without separators, in upper case, with digits for similar letters. */
export const normalizeCode = (entered: string): string =>
  entered
    .replace(/[\s-]+/g, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')

/** Returns whether a normalized code has the form of an operator's sign-in code. */
export const isOperatorCode = (code: string): boolean => /^[0-9A-HJKMNP-TV-Z]{10}$/.test(code)
