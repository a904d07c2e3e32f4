/** What commands print about their use. */

export const asksForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h')

/** Returns what to print when `parseArgs` has refused the arguments; undefined for another error. */
export const misuse = (error: unknown, usage: string): string | undefined =>
  error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
    ? `${error.message}\n\n${usage}`
    : undefined
