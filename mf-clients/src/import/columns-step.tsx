import { Checkbox } from '@portal/kit/ui/checkbox-group'
import { countOf } from '@portal/kit/ui/count'
import { SelectField } from '@portal/kit/ui/fields'
import { TARGET_LABELS, TARGETS, type Target } from './columns.ts'
import { DELIMITERS, type Delimiter } from './parse.ts'
import type { OpenFile } from './use-file.ts'

const NONE = 'none'

export interface ColumnsStepProps {
  file: OpenFile
  /** Why the step is not complete yet. */
  problem: string | undefined
  onDelimiter: (delimiter: Delimiter) => void
  onHeadings: (hasHeadings: boolean) => void
  onTarget: (target: Target, column: number | undefined) => void
}

/** Shows the second step: which columns contain what. Guessed values can be changed. */
export function ColumnsStep({ file, problem, onDelimiter, onHeadings, onTarget }: ColumnsStepProps) {
  const { name, encoding, delimiter, hasHeadings, headings, rows, mapping } = file
  const options = [
    { value: NONE, label: 'Not in the file' },
    ...headings.map((label, i) => ({ value: String(i), label: label.slice(0, 60) })),
  ]
  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere text-sm">
        <span className="font-medium">{name}</span>{' '}
        <span className="text-base-content/70">
          · {countOf(rows.length, 'row')} · {encoding}
        </span>
      </p>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <SelectField
          label="Separator"
          value={delimiter}
          options={(Object.keys(DELIMITERS) as Delimiter[]).map((value) => ({ value, label: DELIMITERS[value] }))}
          onChange={onDelimiter}
          className="w-44"
        />
        <div className="pb-2">
          <Checkbox label="The first row contains headings" checked={hasHeadings} onChange={onHeadings} />
        </div>
      </div>
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
                <p className="truncate text-base-content/70 text-sm sm:pt-6">{sample}</p>
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

/** Returns the first non-empty cells of a column. */
function samples({ rows }: OpenFile, column: number): string {
  const cells = rows.slice(0, 50).flatMap((r) => r.cells[column]?.trim() || [])
  return cells.slice(0, 3).join(' · ')
}
