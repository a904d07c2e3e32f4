import type { RemoteEntry } from '@portal/contract/remotes'

/**
 * Says that a remote could not be loaded. Vitals count the error for the version of the remote,
 * although code of the shell throws it.
 */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError'
  readonly ran: Pick<RemoteEntry, 'name' | 'version'>

  constructor({ name, version }: Pick<RemoteEntry, 'name' | 'version'>, expose: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The module ${expose} of the remote ${name} ${version} could not be loaded. ${reason}`, { cause })
    this.ran = { name, version }
  }
}
