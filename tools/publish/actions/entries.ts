import { cutText } from '@portal/contract/text'

/** Lays out lists for the width of the terminal. */

/** The columns of the terminal; nothing is cut when the output goes elsewhere. */
const columns = (): number => Math.max(process.stdout.columns ?? 1000, 40)

/** Splits a text into lines. Only words that are longer than a line are broken. */
export const wrap = (text: string, width = columns()): string[] =>
  text.match(new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S{${width}}`, 'gu')) ?? []

/** An entry of a list. */
export interface Entry {
  /** Stands in the margin. */
  mark: string
  /** The message of a commit, cut when there is no room for it. */
  message: string | null
  title: (message: string | null) => string
  /** Texts that are not cut, because they say why. */
  notes: readonly string[]
  /** Who did it, as the portal knows. Not cut, because the rest is what the publisher says. */
  by: string
  /** On a line of their own when there is no room for them, where they can be cut. */
  details: readonly (string | null | undefined)[]
  version: string | null
}

const MESSAGE_LEAST = 10

function linesOf({ message, title, notes, by, details, version }: Entry, width: number): string[] {
  const ofMessage = Math.max(MESSAGE_LEAST, width - title('…').length + 1)
  const end = version ? ` · ${version}` : ''
  const others = details.filter(Boolean).join(' · ')
  const room = width - `${by} · ${end}`.length
  const isBeside = others !== '' && others.length <= room
  return [
    title(message && cutText(message, ofMessage, '…')),
    ...notes.flatMap((note) => wrap(note, width)),
    ...(others && !isBeside ? [cutText(others, width, '…')] : []),
    ...wrap(`${by}${isBeside ? ` · ${others}` : ''}${end}`, width),
  ]
}

/** Returns the lines of a list. */
export function layOut(entries: readonly Entry[]): string[] {
  const margin = Math.max(...entries.map(({ mark }) => mark.length))
  return entries.flatMap((entry) =>
    linesOf(entry, columns() - margin - 2).map((line, i) => `${(i === 0 ? entry.mark : '').padStart(margin)}  ${line}`),
  )
}
