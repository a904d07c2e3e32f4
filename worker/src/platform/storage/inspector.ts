import { tailBytes, wholeFileMatches } from '@portal/contract/file-content'
import { extensionOf } from '@portal/contract/files'
import { createTextCheck } from '@portal/contract/text-content'
import { AppError } from '../../errors.ts'

/** Checks the content of a file as it streams through. Keeps only the end of the file in memory. */
export class Inspector {
  readonly #name: string
  readonly #isText: ((chunk: Uint8Array) => boolean) | undefined
  readonly #tailBytes: number
  #head: Uint8Array | undefined
  /** The last chunks, `#kept` bytes in total. */
  readonly #last: Uint8Array[] = []
  #kept = 0
  #size = 0

  constructor(name: string) {
    this.#name = name
    this.#isText = extensionOf(name) === '.txt' ? createTextCheck() : undefined
    this.#tailBytes = tailBytes(name)
  }

  /** Inspects the next chunk. @throws AppError `file_content` at the first byte that such a file cannot contain */
  inspect(chunk: Uint8Array<ArrayBuffer>): void {
    if (this.#isText?.(chunk) === false) throw new AppError('file_content')
    this.#head ??= chunk
    this.#last.push(chunk)
    this.#kept += chunk.length
    this.#size += chunk.length
    for (let [oldest] = this.#last; oldest && this.#kept - oldest.length >= this.#tailBytes; [oldest] = this.#last) {
      this.#last.shift()
      this.#kept -= oldest.length
    }
  }

  /** Checks the file as a whole. @throws AppError `file_content` */
  end(): void {
    const tail = new Uint8Array(this.#kept)
    let at = 0
    for (const chunk of this.#last) {
      tail.set(chunk, at)
      at += chunk.length
    }
    const ends = { size: this.#size, head: this.#head ?? tail, tail: tail.subarray(-this.#tailBytes) }
    if (!wholeFileMatches(this.#name, ends)) throw new AppError('file_content')
  }
}
