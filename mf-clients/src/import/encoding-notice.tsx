import { cleanLine } from '@portal/contract/text'
import { formatCount } from '@portal/kit/ui/count'
import { Notice } from '@portal/kit/ui/notice'
import { TriangleAlert } from 'lucide-react'
import type { CsvRow } from './parse.ts'
import type { OpenFile } from './use-file.ts'

const SAMPLES = 4
const LINES = 5

/** Returns short cells with letters beyond a–z, or long ones if there are no others. */
function specialCells(rows: readonly CsvRow[]): string[] {
  const found = new Set<string>()
  for (const { cells } of rows) {
    for (const cell of cells) if (/\P{ASCII}/u.test(cell)) found.add(cleanLine(cell))
    if (found.size >= 10 * SAMPLES) break
  }
  return [...found].sort((a, b) => Math.max(a.length, 40) - Math.max(b.length, 40)).slice(0, SAMPLES)
}

/** Returns the numbers of rows in which something could not be decoded, as text; '' if there are none. */
function unreadableRows(rows: readonly CsvRow[]): string {
  const lines = rows.filter(({ cells }) => cells.some((c) => c.includes('\uFFFD'))).map(({ line }) => formatCount(line))
  if (lines.length === 0) return ''
  const named = lines.slice(0, LINES).join(', ')
  const more = lines.length - LINES
  return `${lines.length === 1 ? 'Row' : 'Rows'} ${named}${more > 0 ? ` and ${formatCount(more)} more` : ''}`
}

/** Warns when the encoding is a guess, or does not fit all rows. */
export function EncodingNotice({ file: { guessed, rows }, where }: { file: OpenFile; where: 'here' | 'back' }) {
  const unreadable = unreadableRows(rows)
  const choose = where === 'here' ? 'choose another encoding' : 'go back and choose another encoding'
  const names = specialCells(rows)
  if (!unreadable && !(guessed && names.length > 0)) return null
  return (
    <Notice tone="warning" role="status" className="flex items-start gap-2.5">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="min-w-0 wrap-anywhere">
        {unreadable ? (
          <p>{`${unreadable}: a character could not be read and is shown as �. Correct the file, or ${choose}.`}</p>
        ) : (
          <>
            <p>{`The file does not say how its letters are encoded. If these look wrong, ${choose}:`}</p>
            <p className="mt-1 line-clamp-3 font-medium">{names.join(' · ')}</p>
          </>
        )}
      </div>
    </Notice>
  )
}
