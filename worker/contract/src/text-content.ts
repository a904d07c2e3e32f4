/** Returns the UTF-16 encoding according to the byte order mark (Windows Notepad's "Unicode"), or undefined. */
export function utf16Encoding(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined
}

/** Returns a function that checks a file chunk by chunk for plain text, which never contains a zero character. */
export function createTextCheck(): (chunk: Uint8Array) => boolean {
  let decoder: TextDecoder | undefined
  let started = false
  return (chunk) => {
    const utf16 = started ? undefined : utf16Encoding(chunk)
    if (utf16) decoder = new TextDecoder(utf16)
    started = true
    return decoder ? !decoder.decode(chunk, { stream: true }).includes('\0') : !chunk.includes(0)
  }
}

/** Returns whether the first and last bytes of a file can be plain text. */
export function isText({ size, head, tail }: { size: number; head: Uint8Array; tail: Uint8Array }): boolean {
  if (!createTextCheck()(head)) return false
  const utf16 = utf16Encoding(head)
  if (!utf16) return !tail.includes(0)
  // The tail can start in the middle of a character.
  return !new TextDecoder(utf16).decode(tail.subarray((size - tail.length) % 2)).includes('\0')
}
