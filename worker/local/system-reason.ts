/** What the operating system's error codes mean to the person at the terminal. */
const REASONS: Record<string, string> = {
  EACCES: 'you are not allowed to write there.',
  EPERM: 'you are not allowed to write there.',
  EROFS: 'the disk is read-only.',
  ENOSPC: 'the disk is full.',
  EDQUOT: 'your disk quota is used up.',
  EEXIST: 'there is a file of that name.',
  ENOTDIR: 'part of the path is a file.',
  ENOENT: 'it cannot be created.',
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? ''

/** Whether an error comes from the disk, and not from the program. */
export const isDiskError = (error: unknown): error is NodeJS.ErrnoException => codeOf(error) in REASONS

/** Returns why the operating system refused, as the end of a sentence. */
export const systemReason = (error: unknown): string =>
  REASONS[codeOf(error)] ?? `${error instanceof Error ? error.message : String(error)}.`
