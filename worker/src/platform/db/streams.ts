import { HttpServerError, type HttpStream, openHttp, parseLibsqlUrl, ResponseError } from '@libsql/hrana-client'
import type { Settings } from '../../env.ts'

/** The settings that name the database. */
export type DatabaseSettings = Pick<Settings, 'LIBSQL_URL' | 'LIBSQL_TOKEN'>

/** Streams that each isolate keeps open. When all are in use, a task gets a new stream, which is then closed. */
const POOL_SIZE = 8
/** How long an idle stream stays usable. The server closes it after ten seconds. */
const IDLE_MS = 8000

/**
 * Returns whether the server no longer knows the stream, for example after a restart: nothing was executed. Another
 * error, such as a baton that was already used, may mean that the statements were executed.
 */
function isUnknownStream(error: unknown): boolean {
  if (error instanceof ResponseError) return error.code === 'STREAM_EXPIRED'
  return error instanceof HttpServerError && (error.status === 404 || error.message.includes('invalid baton'))
}

/**
 * Keeps streams to the database open between requests. The server opens a connection for each stream and reads the
 * whole schema, which costs more than most queries. A stream serves one task at a time, because in workerd a request
 * cannot wait for the I/O of another.
 */
export class StreamPool {
  readonly #idle: { stream: HttpStream; since: number }[] = []
  readonly #inUse = new Set<{ since: number }>()
  readonly #open: () => HttpStream
  readonly #timeoutMs: number

  /** @param timeoutMs time after which an unanswered request fails */
  constructor({ LIBSQL_URL, LIBSQL_TOKEN }: DatabaseSettings, timeoutMs: number) {
    const { hranaHttpUrl = LIBSQL_URL } = parseLibsqlUrl(LIBSQL_URL)
    // The token must not follow a redirect.
    const send = (request: Request) => fetch(request, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    // A client keeps a reference to its streams, even those of requests that were cut off. So each has its own.
    this.#open = () => openHttp(hranaHttpUrl, LIBSQL_TOKEN || undefined, send).openStream()
    this.#timeoutMs = timeoutMs
  }

  /**
   * Runs a task over a stream.
   * @param task sends its requests at once, and leaves no transaction open
   * @throws Error when a request was not answered; its statements may have been executed
   */
  async use<T>(task: (stream: HttpStream) => Promise<T>): Promise<T> {
    const idle = this.#takeIdle()
    if (!idle) return this.#run(this.#open(), task)
    try {
      return await this.#run(idle, task)
    } catch (error) {
      if (!isUnknownStream(error)) throw error
      return this.#run(this.#open(), task)
    }
  }

  async #run<T>(stream: HttpStream, task: (stream: HttpStream) => Promise<T>): Promise<T> {
    const use = { since: Date.now() }
    const isKept = this.#countInUse() < POOL_SIZE
    if (isKept) this.#inUse.add(use)
    try {
      const result = task(stream)
      // Closes the stream with the same request.
      if (!isKept) stream.closeGracefully()
      return await result
    } catch (error) {
      // A transaction may have stayed open on it.
      stream.close()
      throw error
    } finally {
      this.#inUse.delete(use)
      if (!stream.closed) this.#idle.push({ stream, since: Date.now() })
    }
  }

  #takeIdle(): HttpStream | undefined {
    const newest = this.#idle.pop()
    if (newest && Date.now() - newest.since < IDLE_MS) return newest.stream
    this.#idle.length = 0
    return undefined
  }

  #countInUse(): number {
    // In workerd, a request that is cut off never continues, and so never returns its stream.
    const lost = Date.now() - this.#timeoutMs
    for (const use of this.#inUse) if (use.since < lost) this.#inUse.delete(use)
    return this.#inUse.size
  }
}
