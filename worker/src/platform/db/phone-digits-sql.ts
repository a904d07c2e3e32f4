const SEPARATORS = [' ', '\u00a0', '(', ')', '+', '-', '.', '/']

/** Returns an SQL expression: the value of a phone number column without separators. */
export const phoneDigitsSql = (column: string): string =>
  SEPARATORS.reduce((value, separator) => `replace(${value}, '${separator}', '')`, `"${column}"`)
