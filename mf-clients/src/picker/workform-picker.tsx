import type { WorkformSummary } from '@portal/contract/workforms'
import { WorkformOption } from '@portal/kit/features/workform-option'
import { Picker } from '@portal/kit/ui/picker'
import { QueryError } from '@portal/kit/ui/states'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLoadFailureToast } from '../queries/failure.ts'
import { useLiveWorkforms } from '../queries/live.ts'
import { choicesQuery, type WorkformChoice } from '../queries/workforms.ts'
import { sourceOf } from './source.ts'
import { PreviewButton } from './workform-option.tsx'

export interface WorkformPickerProps {
  label: string
  choice: WorkformChoice
  value: WorkformSummary | null
  onChange: (workform: WorkformSummary) => void
  onClear?: (() => void) | undefined
  placeholder: string
  required?: boolean | undefined
  disabled?: boolean | undefined
  /** Shown below: by default a button that opens the preview of the choice. */
  actions?: ReactNode
}

const NONE = {
  own: 'You have no workforms yet. Create a new one.',
  templates: 'There are no templates yet. Choose "Create new workform" to create the first one.',
}

/** Shows a searchable dropdown of workforms. The server searches. */
export function WorkformPicker({ choice, actions, ...field }: WorkformPickerProps) {
  useLiveWorkforms()
  const [search, setSearch] = useState('')
  const list = useInfiniteQuery(choicesQuery(choice, search))
  useLoadFailureToast(list.error, 'Failed to load workforms')
  if (!list.data && list.error) {
    return <QueryError title="The workforms are not available" query={list} className="py-6" />
  }
  const { value } = field
  const preview = value ? <PreviewButton workformId={value.id} /> : null
  const shown = actions === undefined ? preview : actions
  return (
    <div className="grid content-start gap-2">
      <Picker
        {...field}
        source={sourceOf(list, { search, onSearch: setSearch })}
        renderOption={(workform) => <WorkformOption workform={workform} />}
        empty={search ? 'No workforms found matching your search.' : NONE[choice]}
      />
      {shown ? <div className="flex flex-wrap gap-2 empty:hidden">{shown}</div> : null}
    </div>
  )
}
