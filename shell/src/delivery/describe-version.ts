import type { Version } from './queries.ts'

/** Returns a version for a list of choices: "1.3.0: “Fix totals”, Ana Lima". */
export const optionOf = ({ version, message, author }: Pick<Version, 'version' | 'message' | 'author'>): string =>
  [[version, message && `“${message}”`].filter(Boolean).join(': '), author].filter(Boolean).join(', ')
