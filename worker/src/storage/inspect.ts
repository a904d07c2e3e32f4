import { TAIL_BYTES, wholeMatches } from '@portal/contract/file-content'
import { extensionOf } from '@portal/contract/files'
import { AppError } from '../errors.ts'

/** Sees the pieces of a file as they pass, and judges the whole at the end. Holds two pieces at most, whatever the size. */
export class Inspector {
  readonly #name: string
  readonly #isText: boolean
  #head: Uint8Array | undefined
  #before = new Uint8Array()
  #last = new Uint8Array()
  #size = 0

  constructor(name: string) {
    this.#name = name
    this.#isText = extensionOf(name) === '.txt'
  }

  /** Takes the next piece. @throws AppError `file_content` at the first byte that cannot be in such a file */
  see(piece: Uint8Array<ArrayBuffer>): void {
    if (this.#isText && piece.includes(0)) throw new AppError('file_content')
    this.#head ??= piece
    this.#before = this.#last
    this.#last = piece
    this.#size += piece.length
  }

  /** Judges what was seen as a whole. @throws AppError `file_content` */
  end(): void {
    const tail = new Uint8Array(this.#before.length + this.#last.length)
    tail.set(this.#before)
    tail.set(this.#last, this.#before.length)
    const ends = { size: this.#size, head: this.#head ?? tail, tail: tail.subarray(-TAIL_BYTES) }
    if (!wholeMatches(this.#name, ends)) throw new AppError('file_content')
  }
}
