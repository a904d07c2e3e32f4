const segmenter = new Intl.Segmenter()

/** The characters of a text as people count them: an emoji or an accented letter is one. */
export function characters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
