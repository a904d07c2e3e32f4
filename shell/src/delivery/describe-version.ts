import type { Version } from './queries.ts'

/** Returns what a version is for people: the message of its commit and who wrote it, or else its number. */
export const titleOf = ({ version, message }: Pick<Version, 'version' | 'message'>): string =>
  message ? `“${message}”` : version

/** Returns a version for a list of choices: "1.3.0: “Fix totals”, Ana Lima". */
export const optionOf = ({ version, message, author }: Pick<Version, 'version' | 'message' | 'author'>): string =>
  [[version, message && `“${message}”`].filter(Boolean).join(': '), author].filter(Boolean).join(', ')
