/** The UTF-16 that a byte order mark announces (Windows Notepad's "Unicode"); any other text has one byte at least per character. */
export function utf16Encoding(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined
}

/** Returns a check that takes a file piece by piece and says of each whether plain text may hold it: no text has a zero character. */
export function createTextCheck(): (piece: Uint8Array) => boolean {
  let decoder: TextDecoder | undefined
  let begun = false
  return (piece) => {
    const utf16 = begun ? undefined : utf16Encoding(piece)
    if (utf16) decoder = new TextDecoder(utf16)
    begun = true
    return decoder ? !decoder.decode(piece, { stream: true }).includes('\0') : !piece.includes(0)
  }
}

/** Whether the first and last bytes of a file of this size may be plain text. */
export function isText({ size, head, tail }: { size: number; head: Uint8Array; tail: Uint8Array }): boolean {
  if (!createTextCheck()(head)) return false
  const utf16 = utf16Encoding(head)
  if (!utf16) return !tail.includes(0)
  // The tail may begin in the middle of a character.
  return !new TextDecoder(utf16).decode(tail.subarray((size - tail.length) % 2)).includes('\0')
}
