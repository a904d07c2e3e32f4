/**
 * Values that this build may not know: a new value of an enum in a response is a minor version of the contract, so a
 * remote can be live on a portal that already sends more.
 */

/** Returns the entry of a value, or undefined for a value that is new. */
export const known = <T>(entries: Readonly<Record<string, T>>, value: string): T | undefined =>
  Object.hasOwn(entries, value) ? entries[value] : undefined

/** Returns the text of a value. One that is new is shown as plain words: `sent_back` becomes "sent back". */
export const knownText = (texts: Readonly<Record<string, string>>, value: string): string =>
  known(texts, value) ?? value.replaceAll(/[._-]/g, ' ')
