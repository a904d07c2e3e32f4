let segmenter: Intl.Segmenter | undefined

/** The characters of a text as people count them: an emoji or an accented letter is one. */
export function characters(text: string): string[] {
  // What a segmenter goes by takes a phone a fifth of a second to load; most names need none of it.
  if (/^[ -~]*$/.test(text)) return Array.from(text)
  segmenter ??= new Intl.Segmenter()
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
