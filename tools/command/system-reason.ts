/** Error codes of the operating system, in plain words. */
const REASONS: Record<string, string> = {
  EACCES: 'permission denied.',
  EPERM: 'permission denied.',
  EROFS: 'the disk is read-only.',
  ENOSPC: 'the disk is full.',
  EDQUOT: 'your disk quota is used up.',
  EEXIST: 'a file with this name exists.',
  ENOTDIR: 'part of the path is a file.',
  ENOENT: 'it could not be created.',
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? ''

/** Returns whether an error comes from the file system rather than from the program. */
export const isDiskError = (error: unknown): error is NodeJS.ErrnoException => codeOf(error) in REASONS

/** Returns the reason for an operating system error, as the end of a sentence. */
export const systemReason = (error: unknown): string =>
  REASONS[codeOf(error)] ?? `${error instanceof Error ? error.message : String(error)}.`
