import { tailBytes, wholeFileMatches } from '@portal/contract/file-content'
import { extensionOf } from '@portal/contract/files'
import { createTextCheck } from '@portal/contract/text-content'
import { AppError } from '../errors.ts'

/** Sees the pieces of a file as they pass, and judges the whole at the end. Holds its end at most, whatever the size. */
export class Inspector {
  readonly #name: string
  readonly #isText: ((piece: Uint8Array) => boolean) | undefined
  readonly #tailBytes: number
  #head: Uint8Array | undefined
  /** The last pieces, `#kept` bytes in all. */
  readonly #last: Uint8Array[] = []
  #kept = 0
  #size = 0

  constructor(name: string) {
    this.#name = name
    this.#isText = extensionOf(name) === '.txt' ? createTextCheck() : undefined
    this.#tailBytes = tailBytes(name)
  }

  /** Takes the next piece. @throws AppError `file_content` at the first byte that cannot be in such a file */
  see(piece: Uint8Array<ArrayBuffer>): void {
    if (this.#isText?.(piece) === false) throw new AppError('file_content')
    this.#head ??= piece
    this.#last.push(piece)
    this.#kept += piece.length
    this.#size += piece.length
    for (let [oldest] = this.#last; oldest && this.#kept - oldest.length >= this.#tailBytes; [oldest] = this.#last) {
      this.#last.shift()
      this.#kept -= oldest.length
    }
  }

  /** Judges what was seen as a whole. @throws AppError `file_content` */
  end(): void {
    const tail = new Uint8Array(this.#kept)
    let at = 0
    for (const piece of this.#last) {
      tail.set(piece, at)
      at += piece.length
    }
    const ends = { size: this.#size, head: this.#head ?? tail, tail: tail.subarray(-this.#tailBytes) }
    if (!wholeFileMatches(this.#name, ends)) throw new AppError('file_content')
  }
}
