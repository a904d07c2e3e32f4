import { cleanLine, cutText, isBlank } from '@portal/contract/text'
import { countOf } from '@portal/kit/ui/count'
import { SelectField } from '@portal/kit/ui/fields'
import { HEADING_ROWS, TARGET_LABELS, TARGETS, type Target } from './columns.ts'
import { EncodingNotice } from './encoding-notice.tsx'
import { ENCODINGS, type Encoding } from './encodings.ts'
import { DELIMITERS, type Delimiter } from './parse.ts'
import type { OpenFile } from './use-file.ts'

const NONE = 'none'

export interface ColumnsStepProps {
  file: OpenFile
  /** Why the step is not complete yet. */
  problem: string | undefined
  onEncoding: (encoding: Encoding) => void
  onDelimiter: (delimiter: Delimiter) => void
  /** Called with the row number of the headings. */
  onHeadings: (headings: number | 'none') => void
  onTarget: (target: Target, column: number | undefined) => void
}

const optionsOf = <T extends string>(labels: Record<T, string>): { value: T; label: string }[] =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }))

/** Shows the second step: which columns contain what. Guessed values can be changed. */
export function ColumnsStep({ file, problem, onEncoding, onDelimiter, onHeadings, onTarget }: ColumnsStepProps) {
  const { name, encoding, delimiter, headings, rows, mapping } = file
  const options = [
    { value: NONE, label: 'Not in the file' },
    ...headings.map((label, i) => ({ value: String(i), label: cutText(label, 60, '…') })),
  ]
  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere text-sm">
        <span className="font-medium">{name}</span>{' '}
        <span className="text-base-content/70">· {countOf(rows.length, 'row')}</span>
      </p>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <SelectField label="Encoding" value={encoding} options={optionsOf(ENCODINGS)} onChange={onEncoding} />
        <SelectField label="Separator" value={delimiter} options={optionsOf(DELIMITERS)} onChange={onDelimiter} />
        <HeadingsField file={file} onHeadings={onHeadings} />
      </div>
      <EncodingNotice file={file} where="here" />
      <div>
        <h3 className="font-semibold text-sm">Match the columns</h3>
        <ul className="mt-2 divide-y divide-base-300 rounded-field border border-base-300">
          {TARGETS.map((target) => {
            const column = mapping[target]
            const sample = column === undefined ? '' : samples(file, column)
            return (
              <li
                key={target}
                className="grid items-center gap-x-4 gap-y-1 px-3.5 py-2.5 sm:grid-cols-[15rem_minmax(0,1fr)]"
              >
                <SelectField
                  label={TARGET_LABELS[target]}
                  value={column === undefined ? NONE : String(column)}
                  options={options}
                  onChange={(value) => onTarget(target, value === NONE ? undefined : Number(value))}
                />
                <p className="truncate text-base-content/70 text-sm sm:pt-6" title={sample}>
                  {sample}
                </p>
              </li>
            )
          })}
        </ul>
      </div>
      {problem ? (
        <p role="alert" className="text-error text-sm">
          {problem}
        </p>
      ) : null}
    </div>
  )
}

/** Chooses the row of the headings. The rows above it are skipped. */
function HeadingsField({ file, onHeadings }: Pick<ColumnsStepProps, 'file' | 'onHeadings'>) {
  const { allRows, headingLine } = file
  const rows = allRows.slice(0, HEADING_ROWS).map(({ line, cells }) => {
    const filled = cells.filter((c) => !isBlank(c))
    return { value: String(line), label: cutText(`Row ${line}: ${filled.join(', ')}`, 60) }
  })
  return (
    <SelectField
      label="Headings are in"
      value={headingLine === undefined ? NONE : String(headingLine)}
      options={[...rows, { value: NONE, label: 'No row' }]}
      onChange={(value) => onHeadings(value === NONE ? NONE : Number(value))}
      className="sm:col-span-2"
    />
  )
}

/** Returns some cells of a column, first those that show whether the encoding is right. */
function samples({ rows }: OpenFile, column: number): string {
  const cells = rows.slice(0, 50).flatMap((r) => cleanLine(r.cells[column] ?? '') || [])
  const special = cells.filter((c) => /\P{ASCII}/u.test(c))
  return [...new Set([...special, ...cells])].slice(0, 3).join(' · ')
}
